import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Scan, scan } from './scan.ts'

export interface SourceFile {
  /** Path from the root of the repository, with slashes. */
  readonly path: string
  readonly text: string
  /** Line of an offset, from 1. */
  lineOf(offset: number): number
  /** Only for .ts, .tsx and .mjs. */
  readonly scan: Scan
}

export interface Finding {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
}

export type Report = (file: SourceFile, offset: number, text: string) => void

/** A rule of the repository: its name in messages, and a function that reports each violation with `report`. */
export interface Rule {
  readonly name: string
  check(tree: Tree, report: Report): void
}

export interface Tree {
  readonly files: readonly SourceFile[]
  readonly get: (path: string) => SourceFile | undefined
  readonly sources: readonly SourceFile[]
}

const EXTENSIONS = /\.(ts|tsx|mjs|css|md|json|sql|tsv)$/
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])
export const isSource = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')

const sourceFile = (path: string, text: string): SourceFile => {
  let scanned: Scan | undefined
  return {
    path,
    text,
    lineOf: (offset) => text.slice(0, offset).split('\n').length,
    get scan() {
      scanned ??= scan(text, path.endsWith('.tsx'))
      return scanned
    },
  }
}

/** Creates a tree from texts by path; tests and `readTree` use it. */
export const treeOf = (texts: Readonly<Record<string, string>>): Tree => {
  const files = Object.keys(texts)
    .sort()
    .map((path) => sourceFile(path, texts[path]!))
  const byPath = new Map(files.map((file) => [file.path, file]))
  return { files, get: (path) => byPath.get(path), sources: files.filter(({ path }) => isSource(path)) }
}

/** Reads the files of the repository that rules look at. */
export const readTree = (root: string): Tree => {
  const texts: Record<string, string> = {}
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && EXTENSIONS.test(entry.name)) texts[path] = readFileSync(join(root, path), 'utf8')
    }
  }
  walk('')
  return treeOf(texts)
}

/** Returns the findings of all rules, sorted by file and line. */
export const checkTree = (tree: Tree, rules: readonly Rule[]): Finding[] =>
  rules
    .flatMap(({ name, check }) => {
      const found: Finding[] = []
      check(tree, (file, offset, text) => found.push({ path: file.path, line: file.lineOf(offset), rule: name, text }))
      return found
    })
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
