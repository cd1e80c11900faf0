// The pictures of the steps, as SVG: small trees, and windows on a line of scores.

/** A node of a picture: its text, its children, and its classes (`good`: on the best line, `cut`: not searched). */
type Node = [text: string, children?: Node[], classes?: string];

/** A tree: boxes for Max, circles for Min, flat boxes for leaves. */
export function tree(root: Node, caption: string): string {
  const parts: string[] = [];
  let leaves = 0;
  let depth = 0;
  const longest = (node: Node): number => Math.max(node[0].length, ...(node[1] ?? []).map(longest));
  const half = Math.max(20, 4.1 * longest(root));
  const slot = Math.max(54, 2 * half + 12);
  const place = ([text, children = [], classes = '']: Node, row: number): number => {
    depth = Math.max(depth, row);
    const at = children.map((child) => place(child, row + 1));
    const x = at.length === 0 ? slot / 2 + 10 + slot * leaves++ : (at[0]! + at.at(-1)!) / 2;
    const y = 24 + 66 * row;
    at.forEach((childX, index) => {
      parts.unshift(`<line class="${children[index]![2] ?? ''}" x1="${x}" y1="${y + 14}" x2="${childX}" y2="${y + 52}"/>`);
    });
    const shape = children.length === 0 && row > 0 ? `<rect class="leaf" x="${x - half + 2}" y="${y - 12}" width="${2 * half - 4}" height="24" rx="5"/>`
      : row % 2 === 0 ? `<rect x="${x - half}" y="${y - 15}" width="${2 * half}" height="30" rx="4"/>` : `<rect x="${x - half}" y="${y - 16}" width="${2 * half}" height="32" rx="16"/>`;
    parts.push(`<g class="${classes}">${shape}<text x="${x}" y="${y + 5}">${text}</text></g>`);
    return x;
  };
  place(root, 0);
  return figure(slot * leaves + 20, 66 * depth + 50, parts.join(''), caption);
}

/** Windows on a line of scores from 0 to 100: each a label, its two ends, and a word behind it. */
export function windows(rows: [label: string, from: number, to: number, word: string][], caption: string): string {
  const x = (score: number) => 130 + 3.1 * score;
  const parts = rows.map(([label, from, to, word], index) => {
    const y = 24 + 38 * index;
    return `<text class="start" x="4" y="${y + 5}">${label}</text><line x1="${x(0)}" y1="${y}" x2="${x(100)}" y2="${y}"/>
      <rect class="bar" x="${x(from)}" y="${y - 9}" width="${Math.max(4, x(to) - x(from))}" height="18" rx="3"/>
      <text class="start dim" x="${x(100) + 10}" y="${y + 5}">${word}</text>`;
  });
  return figure(620, 38 * rows.length + 14, parts.join(''), caption);
}

function figure(width: number, height: number, body: string, caption: string): string {
  return `<figure class="picture"><svg viewBox="0 0 ${width} ${height}" style="max-width:${width}px" role="img" aria-label="${caption}">${body}</svg>
    <figcaption>${caption}</figcaption></figure>`;
}
