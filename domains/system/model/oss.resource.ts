import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Object stores with the S3 interface. At most one is active per tenant; without one, files are stored on the server's disk. */
export const oss = defineResource({
  name: 'system.oss',
  label: ['对象存储', 'Object store'],
  about: [
    '兼容 S3 的存储，同一租户同时只启用一个；未启用时文件保存在本机',
    'S3-compatible storage, one enabled per tenant. Without one, files stay on this server',
  ],
  code: 'oss',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-resource/oss', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'ossCode',
  page: { path: '/resource/oss', label: ['对象存储', 'Object stores'], icon: 'hdd', sort: 10, parent: 'resource' },
  fields: {
    category: f.dict('oss', { label: ['分类', 'Type'], required: true, list: true, search: true }),
    ossCode: f.text({
      label: ['资源编号', 'Code'],
      required: true,
      unique: true,
      max: 50,
      list: true,
      search: true,
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能含字母、数字、- 和 _', 'may contain only letters, digits, - and _'] },
    }),
    endpoint: f.text({
      label: ['资源地址', 'Endpoint'],
      required: true,
      max: 300,
      list: true,
      shape: 'url',
      called: true,
    }),
    bucketName: f.text({ label: ['空间名', 'Bucket'], required: true, max: 100, list: true }),
    accessKey: f.text({ label: ['访问密钥 ID', 'Access key'], required: true, max: 200 }),
    secretKey: f.secret({
      label: ['密钥', 'Secret key'],
      required: true,
      hint: ['加密保存，留空则不变', 'Stored encrypted; leave empty to keep it'],
    }),
    region: f.text({ label: ['地域', 'Region'], max: 60 }),
    appId: f.text({ label: ['应用 ID', 'App ID'], max: 60, when: { category: { eq: '4' } } }),
    status: f.choice(
      { 1: ['停用', 'Disabled'], 2: ['启用', 'Enabled'] },
      { label: ['状态', 'State'], readonly: true, list: true, search: true, tones: { 1: 'neutral', 2: 'good' } },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
    categoryName: f.word(['分类名称', 'Kind in words']),
    statusName: f.word(['启用名称', 'State in words']),
  },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      on: 'row',
      confirm: [
        '新上传的文件将保存到这里，原来启用的会停用。',
        'New files are stored here from now on; the store enabled now is disabled.',
      ],
      disabledWhen: { status: { eq: 2 } },
    },
    test: { label: ['测试', 'Test'], on: 'row' },
  },
  io: { export: true },
})

/** Status of configurations of which only one can be active (decisions.md C15). */
export const ONE_OF = { off: 1, on: 2 } as const
