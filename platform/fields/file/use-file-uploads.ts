import { pick, type Text } from '@lamplight/kit'
import { useEffect, useRef, useState } from 'react'
import { useFieldHost, useFiles } from '../view-type.ts'
import { contentOf } from './content.ts'
import { contentFault } from './content-fault.ts'
import { bytesAtMost, type FileOptions, type FileValue, filesAtMost, MEGABYTE, tooMany, uploadPath } from './model.ts'

export interface Upload {
  readonly key: number
  readonly name: string
  /** Uploaded share of the bytes, 0 to 1. */
  readonly share: number
  /** Why the upload was refused; null if it was not. */
  readonly error: string | null
}
/** Placeholder value for a file whose upload is running; it prevents the form from being saved without the file. */
const SENDING: FileValue = { id: '', name: '', kind: 'zip', size: 0, width: null, height: null }
const FAILED: Text = ['上传失败，请重试', 'The upload failed. Try again']

/** Checks a file before the upload, as the server does. Returns the reason for a refusal. */
const faultOf = async (options: FileOptions, file: File): Promise<Text | null> => {
  const most = bytesAtMost(options)
  if (file.size === 0) return ['文件是空的', 'the file is empty']
  if (file.size > most) return [`文件不能超过${most / MEGABYTE}MB`, `a file must have at most ${most / MEGABYTE} MB`]
  const read = async (from: number, length: number) => new Uint8Array(await file.slice(from, from + length).arrayBuffer())
  return contentFault(options, await contentOf({ size: file.size, read }))
}
/** Text of a refusal without the field name at its beginning. */
const errorTextOf = (thrown: unknown): string => {
  const { msg } = thrown as { msg?: unknown }
  return typeof msg === 'string' ? msg.replace(/^[A-Za-z]\w*\s*[:：]\s*/, '') : ''
}

/** State of a file input: stored files, running uploads, and functions that add and remove files. */
export const useFileUploads = (parts: {
  readonly name: string
  readonly options: FileOptions
  readonly value: readonly FileValue[]
  readonly onChange: (value: readonly FileValue[] | null) => void
}) => {
  const { lang } = useFieldHost()
  const files = useFiles()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useRef(parts)
  latest.current = parts
  const running = useRef(new Map<number, AbortController>())
  const counter = useRef(0)
  useEffect(() => {
    const all = running.current
    return () => {
      for (const one of all.values()) one.abort()
    }
  }, [])

  const stored = parts.value.filter(({ id }) => id !== '')
  // Several uploads may end between two renders, so each starts from the latest written value.
  const write = (files: readonly FileValue[]): void => {
    const value = [...files, ...Array.from(running.current, () => SENDING)]
    latest.current = { ...latest.current, value }
    latest.current.onChange(value.length > 0 ? value : null)
  }
  const current = (): readonly FileValue[] => latest.current.value.filter(({ id }) => id !== '')
  const change = (key: number, part: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number): void => setUploads((all) => all.filter((one) => one.key !== key))

  const begin = (name: string, error: string | null = null): number => {
    counter.current += 1
    const key = counter.current
    setUploads((all) => [...all, { key, name, share: 0, error }])
    return key
  }

  const send = async (file: File): Promise<void> => {
    const key = begin(file.name)
    const abort = new AbortController()
    running.current.set(key, abort)
    write(current())
    const { options, name } = latest.current
    const fault = await faultOf(options, file).catch(() => FAILED)
    const answer = fault
      ? { error: pick(fault, lang) }
      : await files.send(uploadPath(name, options), file, { onShare: (share) => change(key, { share }), signal: abort.signal }).then(
          (made) => ({ made: made as FileValue }),
          (thrown: unknown) => ({ error: errorTextOf(thrown) || pick(FAILED, lang) }),
        )
    running.current.delete(key)
    if (abort.signal.aborted) return
    if ('made' in answer) {
      const { id, name, kind, size, width, height } = answer.made
      write([...current(), { id, name, kind, size, width: width ?? null, height: height ?? null }])
      drop(key)
    } else {
      write(current())
      change(key, { error: answer.error })
    }
  }

  const room = filesAtMost(parts.options) - stored.length - uploads.filter(({ error }) => error === null).length
  return {
    stored,
    uploads,
    room,
    add: (chosen: readonly File[]): void => {
      setUploads((all) => all.filter(({ error }) => error === null))
      for (const [at, file] of chosen.entries())
        if (at < room) void send(file)
        else begin(file.name, pick(tooMany(parts.options), lang))
    },
    remove: (id: string): void => write(current().filter((file) => file.id !== id)),
    /** Cancels an upload, or removes the message about a refused one. */
    cancel: (key: number): void => {
      running.current.get(key)?.abort()
      running.current.delete(key)
      drop(key)
      write(current())
    },
  }
}
