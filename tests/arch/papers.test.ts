import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('docs/operating.md explains every setting of the server', () => {
  const source = read('platform/server-kit/process/settings.ts')
  const numbers = /const NUMBERS = \{([\s\S]*?)\n\} as const/.exec(source)?.[1] ?? ''
  const others = [source, read('apps/server/main.ts'), read('apps/server/serve.ts'), read('apps/server/virtual-city.ts')].join('\n')
  const names = [...numbers.matchAll(/^ {2}([A-Z_]+)\b/gm), ...others.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(50)
  const section = read('docs/operating.md').split('\n## ')[1] ?? ''
  expect(section).toMatch(/^Settings\n/)
  expect([...new Set(names)].filter((name) => !section.includes(`\`${name}\``))).toEqual([])
})

test('CODEOWNERS names a team for every slice and package, and no folder that is gone', () => {
  const owners = new Map(
    read('CODEOWNERS')
      .split('\n')
      .filter((line) => line.startsWith('/'))
      .map((line) => line.split(/\s+/) as [string, string]),
  )
  const packages = globSync('{apps,domains,platform}/*/package.json', { cwd: root }).map(
    (file) => `/${file.replaceAll('\\', '/').replace('package.json', '')}`,
  )
  expect(packages.length).toBeGreaterThan(30)
  expect(packages.filter((folder) => !owners.get(folder)?.startsWith('@lamplight/'))).toEqual([])
  expect([...owners.keys()].filter((folder) => globSync(folder.slice(1), { cwd: root }).length === 0)).toEqual([])
})

const LINK = /\]\((?!https?:)([^)#\s]+)/g

test('links of documents lead to files of the repository', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', '{domains,platform}/*/README.md'], { cwd: root })
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(LINK)].map(([, to = '']) => to).filter((to) => globSync(join(file, '..', to), { cwd: root }).length === 0),
  )
  expect(documents.length).toBeGreaterThan(40)
  expect(broken).toEqual([])
})
