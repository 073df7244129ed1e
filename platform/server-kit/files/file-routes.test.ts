import { f } from '@lamplight/fields/model'
import { defineResource, PICTURES, type ResourceDefinition } from '@lamplight/kit'
import { expect, test } from 'vitest'
import { onServer } from '../define.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'
import { safeName } from './file-store.ts'

const label = ['照片', 'Pictures'] as const
const definition = {
  name: 'lighting.kiosk',
  label,
  code: 'kiosk',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-city/kiosk', verbs: ['list', 'create'], calls: { 'POST blade-city/kiosk/savePicture': { upload: 'pictures' } } },
  fields: { name: f.text({ label }), pictures: f.file({ label, accept: PICTURES, megabytes: 2 }) },
} as const satisfies ResourceDefinition

test('a file field has calls for upload and download, and those of the catalogue; users who may write may upload', () => {
  const served = onServer(defineResource(definition), {})
  const routes = resourceRoutes(served, () => served).map(({ method, path, permission, orPermissions = [], fileLimit }) => ({
    call: `${method} ${path}`,
    fileLimit,
    rights: [permission, ...orPermissions],
  }))
  const upload = { rights: ['kiosk_add'], fileLimit: 2 * 1024 * 1024 + 1 }
  expect(routes).toContainEqual({ call: 'POST /api/blade-city/kiosk/upload_pictures', ...upload })
  expect(routes).toContainEqual({ call: 'POST /api/blade-city/kiosk/savePicture', ...upload })
  expect(routes).toContainEqual({ call: 'GET /api/blade-city/kiosk/file/{id}', rights: ['kiosk_view', 'kiosk_add'], fileLimit: undefined })
})

test('a file field is refused where no row stores the file: as upload of another field, in action input, in items', () => {
  const { fields } = definition
  const wrong = (more: object) => () => defineResource({ ...definition, ...more } as ResourceDefinition)
  expect(wrong({ api: { ...definition.api, calls: { 'POST a/b': { upload: 'name' } } } })).toThrow('name is no file')
  const close = { label, on: 'rows', input: { proof: fields.pictures } }
  expect(wrong({ actions: { close } })).toThrow('proof of close is a file')
  expect(wrong({ fields: { ...fields, parts: f.items({ photo: fields.pictures }, { label, max: 3 }) } })).toThrow(
    'photo of parts is a file',
  )
})

test('a file name keeps its text, without a path and with the extension of its kind', () => {
  for (const [name, kind, safe] of [
    ['C:\\fakepath\\灯杆.JPEG', 'jpg', '灯杆.JPEG'],
    ['../../etc/passwd', 'png', 'passwd.png'],
    ['a\u0000b\n.png', 'png', 'ab.png'],
    ['报告.pdf.exe', 'pdf', '报告.pdf.exe.pdf'],
    ['', 'gif', 'file.gif'],
    [`${'长'.repeat(300)}.pdf`, 'pdf', `${'长'.repeat(120)}.pdf`],
    ['notes.csv', 'txt', 'notes.csv'],
  ] as const)
    expect(safeName(name, kind)).toBe(safe)
})
