import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** The only supported driver, by the name that consoles of the reference product send. */
export const DRIVER = 'org.postgresql.Driver'

/** Encryption of a connection. `address` or no choice: by the sslmode in the address, else `required` unless the host is this machine. */
export const ENCRYPTION = { address: 0, required: 1, verified: 2, none: 3 } as const

/** PostgreSQL databases whose tables the code generator reads. */
export const datasource = defineResource({
  name: 'system.datasource',
  label: ['数据源', 'Data source'],
  about: [
    '代码生成读取表结构的 PostgreSQL 数据库；只读取，不写入',
    'PostgreSQL databases whose tables the code generator reads; nothing is written there',
  ],
  code: 'datasource',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-develop/datasource', verbs: ['list', 'detail', 'select', 'submit', 'remove'] },
  page: { path: '/develop/datasource', label: ['数据源管理', 'Data sources'], icon: 'hdd', sort: 20, parent: 'tool' },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, max: 100, list: true, search: true }),
    driverClass: f.text({
      label: ['驱动类', 'Driver'],
      required: true,
      max: 100,
      initial: DRIVER,
      match: { pattern: 'org\\.postgresql\\.Driver', text: [`只支持 PostgreSQL：${DRIVER}`, `only PostgreSQL is supported: ${DRIVER}`] },
    }),
    url: f.text({
      label: ['连接地址', 'Address'],
      required: true,
      max: 500,
      example: 'jdbc:postgresql://db.example.com:5432/lights',
      list: { width: 340 },
      search: true,
      hint: [
        'jdbc:postgresql://主机:端口/数据库，可加 ?currentSchema=模式',
        'jdbc:postgresql://host:port/database, with ?currentSchema=… where wanted',
      ],
      match: {
        pattern: '(jdbc:postgresql|postgres|postgresql)://[^\\s/?#@]+/[^\\s?#/]+(\\?\\S*)?',
        text: ['应为 jdbc:postgresql://主机:端口/数据库', 'must be jdbc:postgresql://host:port/database'],
      },
    }),
    username: f.text({ label: ['用户名', 'User'], required: true, max: 100, list: true }),
    password: f.secret({
      label: ['密码', 'Password'],
      required: true,
      hint: ['加密保存，留空则不变', 'Stored encrypted; leave empty to keep it'],
    }),
    encryption: f.choice(
      {
        [ENCRYPTION.address]: ['按地址', 'By address'],
        [ENCRYPTION.required]: ['加密，不校验证书', 'Encrypted, certificate not checked'],
        [ENCRYPTION.verified]: ['加密，并校验证书', 'Encrypted, certificate checked'],
        [ENCRYPTION.none]: ['不加密', 'Not encrypted'],
      },
      {
        label: ['加密', 'Encryption'],
        initial: ENCRYPTION.address,
        list: true,
        hint: [
          '按地址：即地址中的 sslmode；未写时必须加密，只有本机除外',
          'As the sslmode of the address says; without one, encrypted unless the server is this machine',
        ],
      },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  actions: { test: { label: ['测试连接', 'Test the connection'], on: 'row' } },
  io: { export: true },
})
