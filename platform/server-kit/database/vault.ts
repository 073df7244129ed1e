import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Platform } from '../platform-types.ts'
import { keptSecret } from './kept-secret.ts'

const ALGORITHM = 'aes-256-gcm'
const NAME = 'vault.key'

/** Encrypts secrets that the server must read again: AES-256-GCM, bound to their use. */
export interface Vault {
  /** Encrypts a secret. `use` says what it is for, such as `social:{id}`: it can be decrypted for this use only. */
  readonly seal: (secret: string, use: string) => Promise<string>
  /** Decrypts a secret. Throws if it was altered, or encrypted with another key or for another use. */
  readonly open: (sealed: string, use: string) => Promise<string>
  /** Keyed digest of a text for one use, as `key:digest`. `key` identifies the key: digests with different keys cannot be compared. */
  readonly digest: (text: string, use: string) => Promise<string>
}

/** Regular expression of a digest, for texts that contain some. */
export const DIGEST_PATTERN = '[0-9a-f]{8}:[A-Za-z0-9_-]{43}'

/** Writes the secret from which the vault derives its key, unless the database has it already. */
export const seedVault = async (platform: Pick<Platform, 'system'>): Promise<void> => {
  await keptSecret(platform, NAME)
}

/**
 * The vault of this installation. Its key is derived from a secret in the database and, if the deployment sets it, from `SECRETS_KEY`, which is
 * stored outside the database: then the database alone is not enough to decrypt.
 */
export const createVault = ({ system, config }: Pick<Platform, 'system' | 'config'>): Vault => {
  let key: Promise<Buffer> | undefined
  const load = async (): Promise<Buffer> => {
    return Buffer.from(hkdfSync('sha256', await keptSecret({ system }, NAME), config.secretsKey, 'lamplight vault', 32))
  }
  const keyOf = (): Promise<Buffer> => {
    key ??= load().catch((thrown: unknown) => {
      key = undefined
      throw thrown
    })
    return key
  }
  const mac = (by: Buffer, ...texts: readonly string[]): Buffer => {
    const made = createHmac('sha256', by)
    for (const text of texts) made.update(`${text.length}:${text}`)
    return made.digest()
  }
  return {
    digest: async (text, use) => {
      const by = await keyOf()
      return `${mac(by, 'key name').toString('hex', 0, 4)}:${mac(by, 'digest', use, text).toString('base64url')}`
    },
    seal: async (secret, use) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv(ALGORITHM, await keyOf(), nonce).setAAD(Buffer.from(use))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')}`
    },
    open: async (sealed, use) => {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url')
      if (!sealed.startsWith('v1.') || bytes.length < 28) throw new Error('this was not sealed here')
      const decipher = createDecipheriv(ALGORITHM, await keyOf(), bytes.subarray(0, 12)).setAAD(Buffer.from(use))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
