import { deviceName, useFormat, useT } from '@lamplight/console-kit'
import { consoleOf } from '@lamplight/console-kit/resource'
import { type Field, type Lang, SECRET_MASK, type Text, wordOfValue } from '@lamplight/kit'
import { audit, logClient } from '../../model/index.ts'
import { detailOf, isValues } from './audit-detail.ts'

interface Entry {
  readonly what?: string | null
  readonly detail?: string | null
}

type Translate = (text: Text) => string
/** A value as text: lists with commas, long lists as a total and a few items, no value as a dash. */
const words = (value: unknown, t: Translate): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (value === SECRET_MASK) return t(['已设置', 'set'])
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((one) => words(one, t)).join(', ')
  if (isValues(value) && typeof value.count === 'number' && Array.isArray(value.some))
    return t([`共 ${value.count} 项`, `Total ${value.count}`]) + (value.some.length > 0 ? `: ${words(value.some, t)}, …` : '')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
/** The value of a field as text; a choice by its label. */
const valueWords = (field: Field | undefined, value: unknown, t: Translate): string => {
  const word = wordOfValue(field, value)
  return word ? t(word) : words(value, t)
}
/** The value after a change; for a secret only that it changed. */
const wordsNow = (field: Field | undefined, old: unknown, now: unknown, t: Translate): string =>
  old === SECRET_MASK && now === SECRET_MASK ? t(['已更改', 'changed']) : valueWords(field, now, t)
const changesOf = ({ detail }: Entry, lang: Lang) => {
  const { before: old, after: now, ...rest } = detailOf(detail, lang)
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return { changes: names.map((name) => ({ name, old: old[name], now: now[name] })), rest: Object.entries(rest) }
}
/** Labels of values that are not fields of the resource. */
const MORE: Readonly<Record<string, Text>> = {
  menus: ['菜单与按钮', 'Menus and buttons'],
  dataScopes: ['数据权限', 'Data scopes'],
  apiScopes: ['接口权限', 'API scopes'],
  miniMenus: ['小程序菜单', 'Mini-program menus'],
  session: ['登录设备', 'Session'],
  sessions: ['登录设备', 'Sessions'],
  totp: ['验证器', 'Authenticator app'],
  recoveryCodes: ['恢复码', 'Recovery codes'],
  passkeys: ['通行密钥', 'Passkeys'],
  password: ['密码', 'Password'],
  secret: ['密钥', 'Secret'],
  members: ['设备数', 'Number of devices'],
  added: ['加入的设备', 'Added devices'],
  removed: ['移出的设备', 'Removed devices'],
  left: ['移出的分组', 'Removed from groups'],
  points: ['边界点数', 'Points'],
  box: ['边界范围', 'Extent'],
  queued: ['排队', 'Queued'],
  stoppedBy: ['停止人', 'Stopped by'],
  lamps: ['灯具', 'Lamps'],
  gateways: ['网关', 'Gateways'],
  below: ['下级数量', 'Number below'],
  parentId: ['上级', 'Parent'],
  grant: ['登录方式', 'Sign-in method'],
  userAgent: logClient.fields.userAgent.options.label,
  actor: ['代登录人', 'Signed in by'],
  reason: ['原因', 'Reason'],
  target: audit.fields.target.options.label,
  family: ['参数', 'Parameter'],
  level: ['亮度', 'Level'],
  until: ['自动恢复时间', 'Returns at'],
  lampSelect: ['灯头', 'Lamp head'],
  again: ['重试自', 'Retry of'],
  state: ['状态', 'Status'],
  status: ['状态', 'Status'],
  verified: ['已验证', 'Verified'],
  applied: ['已执行', 'Applied'],
  received: ['已应答', 'Received'],
  failed: ['失败', 'Failed'],
  timedOut: ['超时', 'Timed out'],
  superseded: ['已取代', 'Superseded'],
  fileName: ['文件', 'File'],
  name: ['名称', 'Name'],
}

/** Returns the field with that name if the entry is about rows of a resource: `system.param.update`. */
const fieldOf = (what: string | null | undefined, name: string): Field | undefined =>
  consoleOf((what ?? '').split('.').slice(0, 2).join('.'))?.resource.fields[name]
const labelOf = (what: string | null | undefined, name: string): Text => fieldOf(what, name)?.options.label ?? MORE[name] ?? [name, name]

/** Summary of an entry in one line: `参数值: 1 → 2`; a browser by its name, with the full user agent in the detail. */
export const AuditLine = ({ row }: { readonly value: string | null; readonly row: Entry }) => {
  const t = useT()
  const { lang } = useFormat()
  const { changes, rest } = changesOf(row, lang)
  const lines = [
    ...changes.map(({ name, old, now }) => {
      const [field, label] = [fieldOf(row.what, name), t(labelOf(row.what, name))]
      return old === undefined
        ? `${label}: ${valueWords(field, now, t)}`
        : `${label}: ${valueWords(field, old, t)} → ${wordsNow(field, old, now, t)}`
    }),
    ...rest
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => {
        const text = valueWords(fieldOf(row.what, name), value, t)
        return `${t(labelOf(row.what, name))}: ${name === 'userAgent' && text !== '—' ? deviceName(text) : text}`
      }),
  ]
  return lines.length > 0 ? <span title={lines.join('\n')}>{lines.join('; ')}</span> : <span className="ll-f-none">{'—'}</span>
}

/** Table of the fields that an entry changed, with values before and after. */
export const AuditDiff = ({ row }: { readonly row: Entry }) => {
  const t = useT()
  const { lang } = useFormat()
  const { changes, rest } = changesOf(row, lang)
  const agent = rest.find(([name]) => name === 'userAgent')?.[1]
  if (agent) return <p className="ll-system-agent">{words(agent, t)}</p>
  if (changes.length === 0) return null
  return (
    <table className="ll-system-diff">
      <thead>
        <tr>
          <th scope="col">{t(['字段', 'Field'])}</th>
          <th scope="col">{t(['修改前', 'Before'])}</th>
          <th scope="col">{t(['修改后', 'After'])}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, old, now }) => (
          <tr key={name}>
            <th scope="row">{t(labelOf(row.what, name))}</th>
            <td>{old === undefined ? '—' : <del>{valueWords(fieldOf(row.what, name), old, t)}</del>}</td>
            <td>{now === undefined ? '—' : <ins>{wordsNow(fieldOf(row.what, name), old, now, t)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
