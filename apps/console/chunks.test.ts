import { expect, test } from 'vitest'
import { chunkOf, comesWith, entryChunk, sliceChunk } from './chunks.ts'

const imports: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': ['session.ts', 'react'],
  'session.ts': ['react'],
  'console.tsx': ['shell.tsx', 'session.ts'],
  'shell.tsx': ['tabs.ts', 'console.tsx', '/node_modules/query'],
  'tabs.ts': ['tabs.errors.ts'],
  'tabs.errors.ts': [],
  'page.tsx': ['tabs.ts', 'cells.ts'],
}
const getModuleInfo = (id: string) => (imports[id] ? { importedIds: imports[id] } : null)

test('a module loads its imports and their imports; import cycles end', () => {
  expect([...comesWith('console.tsx', getModuleInfo)].sort()).toEqual([
    '/node_modules/query',
    'console.tsx',
    'react',
    'session.ts',
    'shell.tsx',
    'tabs.errors.ts',
    'tabs.ts',
  ])
})

test('the shell chunk holds own modules that the shell loads and the entry does not, without error catalogues', () => {
  const name = chunkOf('shell', 'console.tsx', ['main.tsx'])
  const held = [...Object.keys(imports), '/node_modules/query'].filter((id) => name(id, { getModuleInfo }) === 'shell')
  expect(held).toEqual(['console.tsx', 'shell.tsx', 'tabs.ts'])
})

test('a slice has a chunk for its pages and one for modules that other slices load; they omit modules of the shell and lazy modules', () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    'main.tsx': [],
    'app.tsx': ['/r/domains/low/console/tray.tsx'],
    '/r/domains/low/console/index.ts': ['/r/domains/low/model/low.errors.ts'],
    '/r/domains/high/console/index.ts': ['/r/domains/low/model/item.ts', '/r/domains/low/console/tray.tsx', '/r/domains/high/domain.ts'],
    '/r/domains/low/model/item.ts': ['/r/platform/protocol/limits.ts', '/r/platform/console-kit/link.tsx'],
  }
  const name = sliceChunk('/r', 'main.tsx', 'app.tsx', ['low', 'high'])
  const slice = (id: string) => name(id, { getModuleInfo: (of) => (found[of] ? { importedIds: found[of] } : null) })
  expect(slice('/r/domains/low/model/item.ts')).toBe('slice-low')
  expect(slice('/r/domains/high/console/index.ts')).toBe('pages-high')
  expect(slice('/r/domains/high/domain.ts')).toBe('pages-high')
  expect(slice('/r/platform/protocol/limits.ts')).toBe('platform-protocol')
  for (const other of [
    '/r/platform/console-kit/link.tsx',
    '/r/domains/low/console/tray.tsx',
    '/r/domains/low/console/item.page.tsx',
    '/r/domains/low/model/low.errors.ts',
  ])
    expect(slice(other)).toBeNull()
})

const doors: Readonly<Record<string, { readonly importedIds: readonly string[]; readonly code: string }>> = {
  '/r/domains/high/console/index.ts': { importedIds: ['/r/domains/high/console/list.tsx'], code: `export { list } from './list.tsx'` },
  '/r/domains/high/console/list.tsx': {
    importedIds: ['/r/domains/low/console/index.ts', '/r/domains/low/model/index.ts'],
    code: `import { type Body, Button as Press } from '@lamplight/low/console'\nimport type { Row } from '@lamplight/low/model'\nimport { event } from "@lamplight/low/model"`,
  },
  '/r/domains/low/console/index.ts': {
    importedIds: ['/r/domains/low/console/button.tsx', '/r/domains/low/console/low.console.tsx'],
    code: `export { type Body, Button } from './button.tsx'\nexport { lowConsole } from './low.console.tsx'`,
  },
  '/r/domains/low/console/low.console.tsx': {
    importedIds: ['/r/domains/low/model/index.ts'],
    code: `import { item } from '../model/index.ts'`,
  },
  '/r/domains/low/model/index.ts': {
    importedIds: ['/r/domains/low/model/item.resource.ts', '/r/domains/low/model/events.ts'],
    code: `export { item } from './item.resource.ts'\nexport * from './events.ts'`,
  },
}
const throughDoors = { getModuleInfo: (id: string) => doors[id] ?? { importedIds: [] } }

test('a slice gives others only the modules of the names that they import; the rest loads with its own pages', () => {
  expect([...comesWith('/r/domains/high/console/index.ts', throughDoors.getModuleInfo)].sort()).toEqual([
    '/r/domains/high/console/index.ts',
    '/r/domains/high/console/list.tsx',
    '/r/domains/low/console/button.tsx',
    '/r/domains/low/model/events.ts',
  ])
  const name = sliceChunk('/r', 'main.tsx', 'app.tsx', ['low', 'high'])
  const slice = (id: string) => name(`/r/domains/${id}`, throughDoors)
  expect(['low/console/button.tsx', 'low/model/events.ts'].map(slice)).toEqual(['slice-low', 'slice-low'])
  expect(['low/console/low.console.tsx', 'low/model/item.resource.ts', 'low/console/index.ts', 'high/console/list.tsx'].map(slice)).toEqual(
    ['pages-low', 'pages-low', 'pages-low', 'pages-high'],
  )
})

test('the chunk of the entry also holds what both pages after it load', () => {
  const after: Readonly<Record<string, readonly string[]>> = {
    'main.ts': ['root.tsx'],
    'sign-in.tsx': ['icon.tsx', 'field.tsx'],
    'app.tsx': ['icon.tsx', 'tabs.ts'],
  }
  const name = entryChunk('main.ts', 'sign-in.tsx', 'app.tsx')
  const modules = { getModuleInfo: (id: string) => ({ importedIds: after[id] ?? [] }) }
  expect(['root.tsx', 'icon.tsx', 'field.tsx', 'tabs.ts', 'sign-in.tsx'].map((id) => name(id, modules))).toEqual([
    'entry',
    'entry',
    null,
    null,
    null,
  ])
})
