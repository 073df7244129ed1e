import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [br, gz] = [promisify(brotliCompress), promisify(gzip)]
/** Smaller files are sent as they are: what is saved is less than what the headers cost. */
const LEAST = 1000
/** Beyond it brotli takes ten times as long for a few in a hundred. */
const QUALITY = 9

/** Puts `.br` and `.gz` beside everything that was built, so that the server compresses nothing while somebody waits. */
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
