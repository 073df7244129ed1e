import { defineResource, type ResourceDefinition, type ResourceRoles, type Text } from '@lamplight/kit'
import { ddlOf, tableOf } from '@lamplight/server-kit'
import { fieldOf, type PlannedField, planFields, type SourceTable } from './scaffold-fields.ts'
import { camel, kebab, labelOf, ScaffoldError, shown, variableOf } from './scaffold-names.ts'
import { type Literal, print, quote } from './scaffold-print.ts'

/** Input of the generator: one resource of one table. */
export interface ScaffoldOrder {
  /** Target slice, or a package name that ends in it. */
  readonly slice: string
  /** First part of its addresses: `blade-city`. */
  readonly service: string
  /** Label of the resource; if empty, the comment of the table. */
  readonly label: string
  /** Prefix of the table name, which is removed. */
  readonly prefix: string
  /** The primary key column. */
  readonly key: string
  /** Leaves out columns that every row has anyway (author, times, tenant). */
  readonly base: boolean
  /** True: also generates a server file for hooks. */
  readonly wrapped: boolean
  /** Rows of the permission matrix; default: those of devices. */
  readonly roles?: ResourceRoles
  /** Code of the parent menu of its page. */
  readonly parent?: string
  /** Number of the migration. */
  readonly migration: number
  readonly table: SourceTable
}
export interface ScaffoldFile {
  readonly path: string
  readonly text: string
}
export interface Scaffold {
  readonly resource: ResourceDefinition
  readonly files: readonly ScaffoldFile[]
  /** Lines to add by hand, with their files. */
  readonly wiring: readonly { readonly where: string; readonly lines: readonly string[] }[]
  /** The same data for a program. */
  readonly parts: { readonly slice: string; readonly variable: string; readonly file: string }
  /** Notes about columns that could not be converted unchanged. */
  readonly notes: readonly Text[]
}

/** Data from which the files of one resource are generated. */
export interface Planned {
  readonly resource: ResourceDefinition
  readonly slice: string
  readonly entity: string
  readonly variable: string
  readonly file: string
  readonly table: string
  readonly wrapped: boolean
  readonly fields: readonly PlannedField[]
}

const SLICE = /^(?:[a-z][a-z0-9_]*\.)*([a-z][a-z0-9]{1,29})$/
const SERVICE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** Longest identifier of PostgreSQL, bytes. */
const NAME_AT_MOST = 63

const sliceOf = (text: string): string => {
  const slice = SLICE.exec(text)?.[1]
  if (!slice)
    throw new ScaffoldError('packageName', [
      '包名的最后一段应以小写字母开头，只含小写字母和数字',
      'the last part of the package must begin with a small letter and hold small letters and digits',
    ])
  return slice
}
const entityOf = ({ table, prefix }: ScaffoldOrder): string => {
  const [bare = ''] = table.name.split('.').slice(-1)
  const entity = camel(prefix && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare)
  if (!entity)
    throw new ScaffoldError('tableName', [`表名“${shown(bare)}”不能作为标识符`, `the table name "${shown(bare)}" makes no identifier`])
  return entity
}

const resourceFile = ({ resource, variable, fields, table }: Planned): string => {
  const lines = fields.map(({ name, kind, options }) => {
    const before = name.length + kind.length + 5
    return `    ${name}: f.${kind}(${print(options as Literal, 4, before, 2)}),`
  })
  const title = resource.title ? `  title: ${quote(resource.title)},\n` : ''
  return `import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** A tenant's own: rows of ${table}. */
export const ${variable} = defineResource({
  name: ${quote(resource.name)},
  label: ${print(resource.label, 2, 7, 1)},
  code: ${quote(resource.code)},
  scope: ${quote(resource.scope)},
  roles: ${print(resource.roles as Literal, 2, 7, 1)},
  api: ${print(resource.api as unknown as Literal, 2, 5, 1)},
${title}  fields: {
${lines.join('\n')}
  },
  page: ${print(resource.page as unknown as Literal, 2, 6, 1)},
  io: { export: true },
})
`
}
const serverFile = ({ variable, file }: Planned): string => `import { onServer } from '@lamplight/server-kit'
import { ${variable} } from '../model/${file}.resource.ts'

export const ${variable}Server = onServer(${variable}, {})
`

/** Lines to add to `plain.ts` of the slice; a resource with hooks is added to the server's and the console's lists instead. */
const wiringOf = ({ slice, variable, file, wrapped }: Planned): Scaffold['wiring'] => {
  const own = `import { ${variable} } from './${file}.resource.ts'`
  if (!wrapped) return [{ where: `domains/${slice}/model/plain.ts`, lines: [own, `[ …, ${variable} ]`] }]
  return [
    {
      where: `domains/${slice}/server/index.ts`,
      lines: [`import { ${variable}Server } from './${file}.server.ts'`, `resources: [ …, ${variable}Server ]`],
    },
    {
      where: `domains/${slice}/console/${slice}.console.tsx`,
      lines: [`import { ${variable} } from '../model/${file}.resource.ts'`, `resources: [ …, onConsole(${variable}) ]`],
    },
  ]
}

/**
 * Generates a resource and its migration from a PostgreSQL table. A pure function that returns text. It does not trust the table: names must be
 * plain identifiers, all else is written as quoted strings. Throws `ScaffoldError`.
 */
export const scaffold = (order: ScaffoldOrder): Scaffold => {
  const slice = sliceOf(order.slice)
  const entity = entityOf(order)
  if (!SERVICE.test(order.service) || order.service.length > 40)
    throw new ScaffoldError('serviceName', ['服务名只能含小写字母、数字和 -', 'the service may contain only small letters, digits and -'])
  const { fields, notes } = planFields(order.table, order.key, order.base)
  const first = fields.find(({ kind }) => kind === 'text') ?? fields[0]
  const [comment, english] = labelOf(entity, order.table.comment)
  const [label] = labelOf(entity, order.label)
  const resource = defineResource({
    name: `${slice}.${entity}`,
    label: [order.label ? label : comment, english],
    code: entity.toLowerCase(),
    scope: 'tenant',
    roles: order.roles ?? 'devices',
    api: { base: `${order.service}/${entity}`, verbs: ['list', 'detail', 'submit', 'remove'] },
    ...(first && first.name !== 'name' && !fields.some(({ name }) => name === 'name') ? { title: first.name } : {}),
    fields: Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)])),
    page: { path: `/${slice}/${kebab(entity)}`, icon: 'book', sort: 90, ...(order.parent ? { parent: order.parent } : {}) },
    io: { export: true },
  } satisfies ResourceDefinition)
  const ddl = ddlOf(resource)
  const long = [tableOf(resource), ...[...ddl.matchAll(/ index (\S+) on /g)].map(([, name = '']) => name)].find(
    (name) => name.length > NAME_AT_MOST,
  )
  if (long) throw new ScaffoldError('tableName', [`名称过长：${long}`, `the name ${long} is too long`])
  const file = kebab(entity)
  const planned: Planned = {
    resource,
    slice,
    entity,
    fields,
    file,
    variable: variableOf(entity),
    wrapped: order.wrapped,
    table: tableOf(resource),
  }
  const number = String(order.migration).padStart(4, '0')
  return {
    resource,
    notes,
    wiring: wiringOf(planned),
    parts: { slice, file, variable: planned.variable },
    files: [
      { path: `domains/${slice}/model/${file}.resource.ts`, text: resourceFile(planned) },
      ...(order.wrapped ? [{ path: `domains/${slice}/server/${file}.server.ts`, text: serverFile(planned) }] : []),
      { path: `db/migrations/${number}_${tableOf(resource)}.sql`, text: `-- ${resource.label[1]}.\n${ddl}` },
    ],
  }
}
