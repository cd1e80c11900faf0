// Makes why.png, the board with an explanation, from the built pages: node docs/images/why.mjs target/web

import { inEachBrowser, paste, serve } from '../../web/tests/browsers.mjs';

process.env.BROWSER = 'chromium';
const { home, close } = await serve(process.argv[2]);
await inEachBrowser(async (browser) => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(home);
  await page.waitForFunction(() => document.body.classList.contains('ready'));
  await paste(page, '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6');
  await page.waitForFunction(() => /g6/.test(document.querySelector('#moves')?.textContent ?? ''));
  await page.keyboard.press('End');
  await page.click('#tab-why');
  await page.waitForSelector('#why-move option[value=f3e5]');
  await page.select('#why-move', 'f3e5');
  await page.click('#why button.primary');
  const reply = await page.waitForSelector('xpath/.//summary[contains(., "Bxd1 is answered")]');
  await reply.click();
  // The arrows follow.
  await new Promise((resolve) => { setTimeout(resolve, 500); });
  await page.screenshot({ path: new URL('why.png', import.meta.url).pathname });
});
close();
