import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [br, gz] = [promisify(brotliCompress), promisify(gzip)]
/** Smaller files are not compressed: the header of the compressed response would cost more than is saved, bytes. */
const LEAST = 1000
/** Above this level, brotli takes ten times as long to save a few percent. */
const QUALITY = 9

/** Writes `.br` and `.gz` beside every built file, so that the server need not compress during requests. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  async writeBundle({ dir = '' }, bundle) {
    const write = async (file: string, source: Buffer): Promise<void> => {
      const path = join(dir, file)
      await Promise.all([
        br(source, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }).then(
          (packed) => writeFile(`${path}.br`, packed),
        ),
        gz(source, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ])
    }
    await Promise.all(
      Object.entries(bundle).map(([file, part]) => {
        const source = Buffer.from(part.type === 'chunk' ? part.code : part.source)
        return source.length < LEAST ? undefined : write(file, source)
      }),
    )
  },
})
