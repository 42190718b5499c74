/** The tables of the service in one SQLite file. A restart on the same file continues with the same data. */
import { createHash } from 'node:crypto';
import sqlite from 'node-sqlite3-wasm';

export type Database = InstanceType<typeof sqlite.Database>;
export type Row = Record<string, string | number | null>;

const schema = `
  create table if not exists workspaces (id text primary key, plan text not null, api_enabled integer not null);
  create table if not exists api_keys (digest text primary key, workspace text not null references workspaces);
  create table if not exists templates (id text primary key, workspace text not null, label text not null, family text not null);
  create table if not exists decks (
    id text primary key, workspace text not null, title text not null, slides text not null,
    made integer not null, changed integer not null);
  -- What read replicas show: each change of a deck, and the time from which they have it.
  create table if not exists replica (deck text not null, title text not null, changed integer not null, visible integer not null);
  create table if not exists generations (
    id text primary key, workspace text not null, prompt text not null, family text not null,
    script text not null, step integer not null, due integer, state text not null, result text);
`;

export const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export function openDatabase(
  file: string,
  workspaces: readonly (readonly [id: string, key: string, plan: string])[],
): Database {
  const database = new sqlite.Database(file);
  database.exec(schema);
  for (const [id, key, plan] of workspaces) {
    database.run('insert or ignore into workspaces values (?, ?, ?)', [id, plan, plan === 'Starter' ? 0 : 1]);
    database.run('insert or ignore into api_keys values (?, ?)', [digestOf(key), id]);
    for (const [label, family] of [
      ['Board update', 'business'],
      ['Lesson plan', 'school'],
      ['Déjà-vu', 'playful'],
    ] as const) {
      const template = `${id}.${family}`;
      database.run('insert or ignore into templates values (?, ?, ?, ?)', [template, id, label, family]);
    }
  }
  return database;
}

/** The first row, or undefined. */
export function one(database: Database, sql: string, values: (string | number | null)[]): Row | undefined {
  return (database.get(sql, values) ?? undefined) as Row | undefined;
}

export function many(database: Database, sql: string, values: (string | number | null)[]): Row[] {
  return database.all(sql, values) as unknown as Row[];
}
