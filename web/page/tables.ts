// The visitor's endgame tables: kept in the browser, apart from the games, and given to the engine as a folder.

import { clear, createStore, entries, setMany } from 'idb-keyval';
import { notify } from './state';
import type { Store } from './store';

export const isTable = ({ name }: File): boolean => /\.rtb[wz]$/.test(name);
const NAME = /^K[QRBNP]*vK[QRBNP]*\.rtb[wz]$/;
const database = createStore('coppice tables', 'files');

/** Gives the engine the tables that are kept, after a change of them. */
export async function openTables(store: Store, change: () => Promise<void> = async () => {}): Promise<void> {
  try {
    await change();
    const files = await entries<string, Uint8Array>(database);
    if (files.length > 0 || store.state.tables.path) store.useTables(Object.fromEntries(files));
  } catch (error) {
    store.apply(notify(`Endgame tables cannot be kept in this browser: ${(error as Error).message}`));
  }
}

export async function addTables(store: Store, files: readonly File[]): Promise<void> {
  const wrong = files.find(({ name }) => !NAME.test(name));
  await openTables(store, async () => {
    const tables = files.filter(({ name }) => NAME.test(name));
    await setMany(await Promise.all(tables.map(async (file): Promise<[string, Uint8Array]> => [file.name, new Uint8Array(await file.arrayBuffer())])), database);
  });
  if (wrong) store.apply(notify(`'${wrong.name}' is not named like an endgame table, such as KQvK.rtbw.`));
}

export const forgetTables = (store: Store): Promise<void> => openTables(store, () => clear(database));
