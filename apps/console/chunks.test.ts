import { expect, test } from 'vitest'
import { chunkOf, comesWith, sliceChunk } from './chunks.ts'

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

test('a slice has one chunk for modules that every console loads; it omits modules of the shell and lazy modules', () => {
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
  expect(slice('/r/domains/high/console/index.ts')).toBe('slice-high')
  expect(slice('/r/domains/high/domain.ts')).toBe('slice-high')
  expect(slice('/r/platform/protocol/limits.ts')).toBe('platform-protocol')
  for (const other of [
    '/r/platform/console-kit/link.tsx',
    '/r/domains/low/console/tray.tsx',
    '/r/domains/low/console/item.page.tsx',
    '/r/domains/low/model/low.errors.ts',
  ])
    expect(slice(other)).toBeNull()
})
