import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, type FileContent } from './content.ts'

const inspect = (bytes: Uint8Array): Promise<FileContent | null> =>
  contentOf({ size: bytes.length, read: async (from, length) => bytes.subarray(from, from + length) })
const text = (words: string): Buffer => Buffer.from(words, 'latin1')
const join = (...parts: readonly (Uint8Array | readonly number[])[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))

const chunk = (name: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return join(length, text(name), data, [0, 0, 0, 0])
}
const png = (width: number, height: number, data = Buffer.alloc(9)): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return join([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0)))
}
const gif = (width: number, height: number): Buffer =>
  join(
    text('GIF89a'),
    [width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  )
/** A JPEG with a thumbnail in a segment before the picture. The end marker of the thumbnail must not count. */
const jpg = (width: number, height: number): Buffer => {
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]
  const thumbnail = [0xff, 0xd8, 0xff, 0xd9]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0x34]
  return join([0xff, 0xd8, 0xff, 0xe1, 0, 6], thumbnail, [0xff, 0xc0, 0, 11], frame, scan, [0xff, 0xd9])
}
const webp = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(18)
  body.write('VP8X', 0, 'latin1')
  body.writeUInt32LE(10, 4)
  body.writeUIntLE(width - 1, 12, 3)
  body.writeUIntLE(height - 1, 15, 3)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return join(text('RIFF'), size, text('WEBP'), body)
}
const zip = (name: string): Buffer =>
  join(
    text('PK\u0003\u0004'),
    Buffer.alloc(22),
    text(name),
    text('PK\u0001\u0002'),
    Buffer.alloc(42),
    text(name),
    text('PK\u0005\u0006'),
    Buffer.alloc(18),
  )
const PICTURES = { png, gif, jpg, webp }

test('a picture is recognised by its bytes, with the size that its header declares', async () => {
  for (const [kind, make] of Object.entries(PICTURES))
    expect(await inspect(make(640, 480)), kind).toEqual({ kind, width: 640, height: 480, whole: true })
})

test('the declared size is read from the header without decoding, even if the bytes could not hold it', async () => {
  expect(await inspect(png(100_000, 90_000))).toMatchObject({ width: 100_000, height: 90_000, whole: true })
})

test('a picture that ends too early is not whole, for any length', async () => {
  for (const [kind, make] of Object.entries(PICTURES)) {
    const bytes = make(640, 480)
    for (let size = 12; size < bytes.length; size += 1)
      expect((await inspect(bytes.subarray(0, size)))?.whole, `${kind} ${size}`).not.toBe(true)
  }
})

test('a page or an archive appended to a picture makes it not whole; video appended to a JPEG is accepted, as cameras write it', async () => {
  for (const kind of ['png', 'gif', 'webp'] as const)
    for (const more of [text('<script>alert(1)</script>'), zip('word/document.xml')])
      expect(await inspect(join(PICTURES[kind](2, 2), more)), kind).toMatchObject({ kind, whole: false })
  expect(await inspect(join(jpg(2, 2), text('clip')))).toMatchObject({ kind: 'jpg', whole: true })
})

test('the time to inspect a picture without an end, or with millions of blocks, grows with its size, not with the square of its size', async () => {
  const start = jpg(16, 16).subarray(0, -2)
  const cpuOf = async (size: number): Promise<number> => {
    const pictures = [
      join(start, Buffer.alloc(size, 0x12)),
      join([0xff, 0xd8], Buffer.alloc(size, 0xff)),
      join(gif(1, 1).subarray(0, 13), [0x21, 0xfe], Buffer.alloc(size, 1), [0, 0x3b]),
      join(png(1, 1).subarray(0, 33), Buffer.alloc(size)),
    ]
    const before = process.cpuUsage()
    for (const bytes of pictures) expect((await inspect(bytes))?.whole).toBe(false)
    return process.cpuUsage(before).user
  }
  const MEGABYTE = 1024 * 1024
  await cpuOf(MEGABYTE)
  expect((await cpuOf(10 * MEGABYTE)) / (await cpuOf(MEGABYTE))).toBeLessThan(40)
  for (const fill of [65_533, 65_534, 65_535, 65_536, 131_070, 131_071])
    expect(await inspect(join(start, Buffer.alloc(fill, 0x12), [0xff, 0xd9])), String(fill)).toMatchObject({ kind: 'jpg', whole: true })
})

test('documents are recognised by the entries of the archive and by its end', async () => {
  expect((await inspect(zip('word/document.xml')))?.kind).toBe('docx')
  expect((await inspect(zip('xl/workbook.xml')))?.kind).toBe('xlsx')
  expect((await inspect(zip('AndroidManifest.xml')))?.kind).toBe('apk')
  expect((await inspect(zip('readme')))?.kind).toBe('zip')
  expect((await inspect(zip('word/document.xml').subarray(0, 60)))?.whole).toBe(false)
  expect(await inspect(text('%PDF-1.7\n1 0 obj\n%%EOF\n'))).toMatchObject({ kind: 'pdf', whole: true })
  expect(await inspect(text('%PDF-1.7\n1 0 obj\n'))).toMatchObject({ kind: 'pdf', whole: false })
})

test('HTML, drawings with scripts, programs, old office files and empty files have no kind', async () => {
  const ole = join([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Buffer.alloc(600))
  for (const bytes of [text('<html>'), text('  <svg onload=alert(1)>'), text('MZ\u0090\u0000'), ole, Buffer.alloc(0), Buffer.alloc(5000)])
    expect(await inspect(bytes)).toBeNull()
  const hidden = join(text('a'.repeat(9000)), text('<script>alert(1)</script>'))
  expect(await inspect(hidden)).toBeNull()
  expect((await inspect(Buffer.from('灯'.repeat(3000))))?.kind).toBe('txt')
})

test('random bytes after the beginning of a known kind cause no error', async () => {
  const begins = Object.values(PICTURES).map((make) => make(3, 3).subarray(0, 12))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...begins, zip('x').subarray(0, 8), text('%PDF-')),
      fc.uint8Array({ maxLength: 400 }),
      async (head, rest) => {
        const found = await inspect(join(head, rest))
        expect(found === null || typeof found.whole === 'boolean').toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
