import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabaseGate, type TestPlatform, testPlatform } from '@lamplight/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const COMMAND = fileURLToPath(new URL('../../../apps/server/import.ts', import.meta.url))
let product: TestPlatform
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamplight-command-'))
  product = await testPlatform({ slices, config: { DATA_DIR: folder, DEMO_LAMPS: '0' } })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Output {
  readonly code: number
  readonly text: string
}
/** Runs the command beside the running server; returns its exit code and output. */
const importing = (...args: string[]): Promise<Output> => importingFrom(product.databaseUrl, ...args)
const importingFrom = async (databaseUrl: string, ...args: string[]): Promise<Output> => {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).then(
    (output) => ({ code: 0, ...output }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )
  return { code, text: stdout + stderr }
}
const lamps = async (): Promise<number> =>
  Number(
    (await product.platform.system.query<{ n: string }>('select count(*) as n from lighting_lamp where tenant_id = $1', ['000000']))[0]?.n,
  )
const file = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('the command imports a file, and the same file again changes nothing', async () => {
  const path = await file('city.csv', '编号,经度,纬度,功率\nCMD-1,112.9,28.2,100\nCMD-2,112.901,28.2,70\n')
  expect((await importing(path, '--project', 'Command', '--dry-run')).text).toContain('2 would be added')
  expect(await lamps()).toBe(0)
  const first = await importing(path, '--project', 'Command')
  expect(first.text).toContain('2 rows')
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining('2 added') })
  expect(await importing(path, '--project', 'Command')).toMatchObject({ code: 0, text: expect.stringContaining('2 unchanged') })
  expect(await lamps()).toBe(2)
})

test('the command refuses an unknown tenant, a missing file and unknown options, and writes nothing', async () => {
  const path = await file('other.csv', '编号,经度,纬度\nCMD-9,112.9,28.3\n')
  expect(await importing(path, '--project', 'X', '--tenant', '999999')).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no tenant 999999'),
  })
  expect(await importing(path, '--project', 'X', '--tenant', 'abc')).toMatchObject({ code: 1, text: expect.stringContaining('six digits') })
  expect(await importing(join(folder, 'none.csv'), '--project', 'X')).toMatchObject({
    code: 1,
    text: expect.stringContaining('is no file'),
  })
  expect(await importing(path, '--project', 'X', '--spacing', 'near')).toMatchObject({
    code: 1,
    text: expect.stringContaining('--spacing'),
  })
  expect(await importing(path)).toMatchObject({ code: 2 })
  expect(await lamps()).toBe(2)
})

test('a mapping adds to the detected columns, and an encoding can be given', async () => {
  const path = await file('added.csv', '编号,经度,纬度,瓦\nADD-1,112.9,28.4,70\nADD-2,112.9,28.41,90\n')
  const mapping = await file('mapping.json', '{"columns": {"power": "瓦"}}')
  expect(await importing(path, '--project', 'Added', '--mapping', mapping)).toMatchObject({
    code: 0,
    text: expect.stringContaining('2 added'),
  })
  const rows = await product.platform.system.query("select sn, power from lighting_lamp where sn like 'ADD-%' order by sn")
  expect(rows).toEqual([
    { sn: 'ADD-1', power: 70 },
    { sn: 'ADD-2', power: 90 },
  ])
  const korean = join(folder, 'korean.csv')
  await writeFile(korean, Buffer.concat([Buffer.from('id,lng,lat,name\nADD-3,112.9,28.42,'), Uint8Array.of(0xb0, 0xa1)]))
  expect(await importing(korean, '--project', 'Added', '--encoding', 'cp949')).toMatchObject({ code: 0 })
  expect(await product.platform.system.query("select name from lighting_lamp where sn = 'ADD-3'")).toEqual([{ name: '가' }])
})

test('a refusal of the command is a readable sentence', async () => {
  const path = await file('wrong.csv', '编号,经度,纬度\nCMD-9,112.9,28.3\n')
  const mapping = await file('wrong.json', '{"columns": {"power": "nope"}}')
  const output = await importing(path, '--project', 'X', '--mapping', mapping)
  expect(output).toEqual({ code: 1, text: 'mapping.columns.power: there is no column "nope"\n' })
  const unplaced = await file('unplaced.csv', 'Nummer,Länge,Breite\nCMD-9,13.4,52.5\n')
  expect(await importing(unplaced, '--project', 'X')).toEqual({
    code: 1,
    text: 'mapping.columns.lng: no column was found for the longitude (x): choose one of “Nummer” “Länge” “Breite”\n',
  })
})

test('a database that stops during an import ends the command with a sentence; the same file again goes on', async () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, at) => `CUT-${at},${(112 + (at % 400) / 1000).toFixed(4)},${(29 + Math.floor(at / 400) / 1000).toFixed(4)},60`,
  )
  const path = await file('cut.csv', `编号,经度,纬度,功率\n${rows.join('\n')}\n`)
  const database = await openDatabaseGate(product.databaseUrl)
  const stored = async (): Promise<number> =>
    Number((await product.platform.system.query<{ n: string }>("select count(*) as n from lighting_lamp where sn like 'CUT-%'"))[0]?.n)
  const running = importingFrom(database.url, path, '--project', 'Cut')
  while ((await stored()) === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await database.stop()
  const { code, text } = await running
  expect([code, text.trim().split('\n').at(-1)]).toEqual([
    1,
    'The import ended because the database was stopped, perhaps together with the server. Imported rows are kept; run the command again with the same file to go on.',
  ])
  expect(text).not.toMatch(/EPIPE|ECONN|\n\s+at /)
  const kept = await stored()
  const again = await importing(path, '--project', 'Cut')
  expect(again, again.text).toMatchObject({ code: 0, text: expect.stringContaining(`${kept} unchanged`) })
  expect(await stored()).toBe(12_000)
})
