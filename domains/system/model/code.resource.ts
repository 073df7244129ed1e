import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'

/** Heading above the notes of generated files. */
export const SCAFFOLD_NOTES: Text = ['与原表不同之处', 'Differences from the table']

const YES = 2
const noYes = { 1: ['否', 'No'], 2: ['是', 'Yes'] } as const satisfies Record<number, Text>

/** Input of the code generator: one resource of one table (wire-contract.md 5.3). */
export const code = defineResource({
  name: 'system.code',
  label: ['代码生成', 'Code template'],
  about: ['由数据源中的一张表生成资源、迁移和测试', 'A resource, its migration and its test, written from a table of a data source'],
  code: 'code',
  scope: 'platform',
  roles: 'platform',
  api: { base: 'blade-develop/code', verbs: ['list', 'detail', 'submit', 'remove'] },
  title: 'codeName',
  page: { path: '/develop/code', label: ['代码生成', 'Code generator'], icon: 'columns', sort: 10, parent: 'tool' },
  fields: {
    codeName: f.text({
      label: ['模块名', 'Name'],
      required: true,
      max: 100,
      list: true,
      search: true,
      hint: ['界面上的名称', 'Name shown in the console'],
    }),
    datasourceId: f.ref('system.datasource', { label: ['数据源', 'Data source'], required: true, list: true, search: true }),
    tableName: f.text({
      label: ['数据表', 'Table'],
      required: true,
      max: 127,
      list: true,
      search: true,
      match: {
        pattern: '([A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]*',
        text: [
          '只能含字母、数字、下划线，可带模式名',
          'may contain only letters, digits and underscores, with a schema and a dot before it if needed',
        ],
      },
    }),
    tablePrefix: f.text({
      label: ['表前缀', 'Table prefix'],
      max: 30,
      hint: ['生成时去掉，如 t_', 'Removed from names, such as t_'],
      match: { pattern: '[A-Za-z0-9_]+', text: ['只能含字母、数字、下划线', 'may contain only letters, digits and underscores'] },
    }),
    pkName: f.text({
      label: ['主键名', 'Primary key'],
      required: true,
      initial: 'id',
      max: 63,
      match: { pattern: '[A-Za-z_][A-Za-z0-9_]*', text: ['只能含字母、数字、下划线', 'may contain only letters, digits and underscores'] },
    }),
    serviceName: f.text({
      label: ['服务名', 'Service'],
      required: true,
      max: 40,
      list: true,
      search: true,
      hint: ['接口地址的第一段，如 blade-city', 'First part of the addresses, such as blade-city'],
      match: {
        pattern: '[a-z][a-z0-9]*(-[a-z0-9]+)*',
        text: ['只能含小写字母、数字和 -，以字母开头', 'must begin with a small letter; may contain only small letters, digits and -'],
      },
    }),
    packageName: f.text({
      label: ['包名', 'Slice'],
      required: true,
      max: 100,
      list: true,
      search: true,
      hint: ['所属切片，如 lighting；带点的包名取最后一段', 'The slice, such as lighting; of a package the last part counts'],
      match: {
        pattern: '([a-z][a-z0-9_]*\\.)*[a-z][a-z0-9]{1,29}',
        text: ['应为小写字母，可用点分段', 'must be small letters, in parts with dots between'],
      },
    }),
    baseMode: f.choice(noYes, {
      label: ['基础业务', 'Base columns'],
      initial: YES,
      hint: ['是：租户、创建与更新信息由平台提供，不再生成', 'Yes: tenant, creation and change come with the platform and are left out'],
    }),
    wrapMode: f.choice(noYes, {
      label: ['包装器', 'Own behaviour'],
      initial: YES,
      hint: ['是：同时生成服务端文件，用于编写钩子', 'Yes: with a server file for hooks of its own'],
    }),
    apiPath: f.text({
      label: ['后端路径', 'Server path'],
      max: 255,
      hint: ['仅保存；代码以压缩包下载', 'For information only; the code is downloaded as an archive'],
    }),
    webPath: f.text({
      label: ['前端路径', 'Console path'],
      max: 255,
      hint: ['仅保存；代码以压缩包下载', 'For information only; the code is downloaded as an archive'],
    }),
  },
  actions: {
    generate: { label: ['生成代码', 'Generate'], on: 'rows', path: 'gen-code' },
    copy: { label: ['复制', 'Copy'], on: 'row', confirm: ['复制为一条新的生成配置。', 'Creates a copy of this entry under a new name.'] },
  },
  io: { export: true },
})
export const IS_YES = YES
