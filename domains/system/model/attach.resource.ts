import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Uploaded files. Everybody who has the link can open the file without a sign-in. */
export const attach = defineResource({
  name: 'system.attach',
  label: ['附件', 'Attachment'],
  about: ['上传到平台的文件；删除后链接失效', 'Uploaded files; the link of a deleted file no longer works'],
  code: 'attach',
  scope: 'tenant',
  roles: 'access',
  api: { base: 'blade-resource/attach', verbs: ['list', 'detail', 'remove'] },
  title: 'originalName',
  page: {
    path: '/resource/attach',
    label: ['附件管理', 'Attachments'],
    icon: 'tray',
    sort: 20,
    parent: 'resource',
    permissions: [
      { code: 'attach_upload', label: ['上传', 'Upload'], action: 1, roles: 'files' },
      { code: 'attach_download', label: ['下载', 'Download'], action: 2, roles: 'access' },
    ],
  },
  fields: {
    originalName: f.text({ label: ['原始文件名', 'File name'], readonly: true, max: 255, list: true, search: true }),
    extension: f.text({ label: ['扩展名', 'Extension'], readonly: true, max: 12, list: true, search: true }),
    attachSize: f.int({ label: ['大小', 'Size'], unit: 'B', readonly: true, list: true }),
    purpose: f.text({ label: ['用途', 'Purpose'], readonly: true, max: 40, list: true, search: true }),
    contentType: f.text({ label: ['内容类型', 'Content type'], readonly: true, max: 100 }),
    name: f.text({ label: ['存储名称', 'Storage key'], readonly: true, max: 255 }),
    domain: f.text({ label: ['域名', 'Domain'], readonly: true, max: 255 }),
    link: f.text({ label: ['链接', 'Link'], readonly: true, max: 500 }),
  },
  io: { export: true },
})
