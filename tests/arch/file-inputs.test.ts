import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isTest, readTree } from '../../tools/check/tree.ts'

/** Components that hide the browser's file input behind a control of the product: the input has texts in the language of the browser. */
const CONTROLS = [
  'platform/console-kit/resource/form/file-button.tsx',
  'platform/console-kit/resource/form/file-drop.tsx',
  'platform/fields/file/input.tsx',
  'platform/fields/text/picture-input.tsx',
]
test('pages choose files through the controls of the product, never through a bare file input', () => {
  const { files } = readTree(fileURLToPath(new URL('../..', import.meta.url)))
  const holders = files.filter(({ path, text }) => path.endsWith('.tsx') && !isTest(path) && /type=\{?["']file["']/.test(text))
  expect(holders.map(({ path }) => path).sort()).toEqual(CONTROLS)
})
