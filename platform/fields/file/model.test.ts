import { PICTURES } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { f, modelOf } from '../model.ts'
import { contentFault } from './content-fault.ts'
import type { FileValue } from './model.ts'

const field = f.file({ label: ['照片', 'Pictures'], accept: PICTURES, many: 2, base: 'blade-city/lamp_post' })
const { options } = field
const model = modelOf(field)
const one: FileValue = { id: '1700000000000000001', name: 'a.png', kind: 'png', size: 70, width: 1, height: 1 }
const two: FileValue = { ...one, id: '1700000000000000002', name: 'b,c.png' }

test('files are sent as links with their metadata, and are parsed back unchanged', () => {
  const [links, files] = model.toWire([one, two], options)
  expect(links).toBe('/api/blade-city/lamp_post/file/1700000000000000001,/api/blade-city/lamp_post/file/1700000000000000002')
  expect(model.fromWire([links, files], options)).toEqual([one, two])
  expect(model.toWire(null, options)).toEqual(['', []])
  expect(model.fromWire(['', []], options)).toBeNull()
})

test('a caller names a file by its id, its link, or the answer of the upload', () => {
  const ids = (value: unknown): unknown =>
    (model.fromWire([value, undefined], options) as readonly FileValue[] | undefined)?.map(({ id }) => id)
  for (const value of [
    one.id,
    `https://a.cn/api/blade-city/lamp_post/file/${one.id}?x=1`,
    [one.id],
    [{ id: one.id }],
    { link: `/api/x/file/${one.id}` },
    [{ attachId: one.id }],
  ])
    expect(ids(value), JSON.stringify(value)).toEqual([one.id])
  expect(ids(`${one.id}, ${two.id},${one.id}`)).toEqual([one.id, two.id])
  for (const wrong of ['a.png', 7, [{}], [[one.id]], { id: {} }, 'https://a.cn/b.png', [null]])
    expect(ids(wrong), JSON.stringify(wrong)).toBeUndefined()
})

test('too many files, and a form with an unfinished upload, are refused', () => {
  expect(model.check([one, two], options)).toBeNull()
  expect(model.check([one, two, { ...one, id: '3' }], options)?.[1]).toBe('must have at most 2 files')
  expect(model.check([{ ...one, id: '' }], options)?.[0]).toBe('文件正在上传，请稍候')
})

test('the content decides: kind, completeness and pixels', () => {
  const picture = { kind: 'png', width: 8000, height: 8000, whole: true } as const
  expect(contentFault(options, picture)).toBeNull()
  expect(contentFault(options, { ...picture, width: 8001 })?.[1]).toBe('a picture must have at most 64 megapixels')
  for (const broken of [{ whole: false }, { width: 0 }, { width: null, height: null }])
    expect(contentFault(options, { ...picture, ...broken })?.[0]).toBe('文件不完整或已损坏')
  expect(contentFault(options, { kind: 'pdf', width: null, height: null, whole: true })?.[0]).toBe(
    '文件类型不支持，可上传：PNG、JPG、GIF、WEBP',
  )
  expect(contentFault(options, null)).not.toBeNull()
})
