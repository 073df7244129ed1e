import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { OutboundGuard } from '@lamplight/server-kit'

/** Stores file contents under keys that the platform generates. */
export interface FileStore {
  /** Stores the file at `path`; it may move it. */
  readonly put: (key: string, path: string, size: number, type: string) => Promise<void>
  /** Returns the content; throws if the file does not exist. */
  readonly open: (key: string) => Promise<Readable>
  readonly remove: (key: string) => Promise<void>
}
export interface S3Settings {
  readonly category: string
  readonly endpoint: string
  readonly region: string | null
  readonly bucketName: string
  readonly accessKey: string
  readonly secretKey: string
}

const CONNECT_MS = 5000
const ANSWER_MS = 30_000
/** Providers with the bucket in the path; the others have it in the host name. */
const BY_PATH = new Set(['1', '2'])

export const diskStore = (root: string): FileStore => {
  const at = (key: string): string => join(root, key)
  return {
    put: async (key, path) => {
      await mkdir(dirname(at(key)), { recursive: true })
      await rename(path, at(key)).catch(async (thrown: NodeJS.ErrnoException) => {
        // The folder of new files may be on another disk.
        if (thrown.code !== 'EXDEV') throw thrown
        await copyFile(path, at(key))
      })
    },
    open: (key) =>
      new Promise((done, failed) => {
        const stream = createReadStream(at(key))
        stream.once('open', () => done(stream))
        stream.once('error', failed)
      }),
    remove: (key) => rm(at(key), { force: true }),
  }
}

/** A bucket behind the S3 interface. The library is loaded at the first use. */
export const s3Store = async (settings: S3Settings, guard: OutboundGuard): Promise<FileStore> => {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  guard.check(settings.endpoint)
  const agent = guard.lookup ? { lookup: guard.lookup } : {}
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region || 'us-east-1',
    forcePathStyle: BY_PATH.has(settings.category),
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
    },
  })
  const Bucket = settings.bucketName
  return {
    put: async (Key, path, size, type) => {
      await client.send(
        new PutObjectCommand({ Bucket, Key, Body: createReadStream(path), ContentLength: size, ContentType: type, Metadata: {} }),
      )
    },
    open: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      if (!(Body instanceof Readable)) throw new Error('the store gave no bytes')
      return Body
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}
