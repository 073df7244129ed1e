import { useT } from '@lamplight/console-kit'
import type { ResourceConsole } from '@lamplight/console-kit/resource'
import type { Field, Fields, ResourceDefinition } from '@lamplight/kit'
import { M } from './dict.messages.ts'
import type { DictRow } from './use-dict.ts'

const pickFields = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
const having = (field: Field | undefined, more: object): Field => ({
  ...(field as Field),
  options: { ...(field as Field).options, ...more },
})
const bare = (resource: ResourceDefinition, ui: object = {}): ResourceConsole => ({
  name: resource.name,
  code: resource.code,
  resource,
  ui,
  pages: [],
})

/** Form of a dictionary (frm.dict.parent). */
export const groupForm = (resource: ResourceDefinition): ResourceConsole =>
  bare({ ...resource, fields: pickFields(resource.fields, ['code', 'dictValue', 'dictEnValue', 'sort', 'isSealed', 'remark']) })

const Fixed = ({ id, value }: { id: string; value: string | null }) => <input id={id} className="ll-f-input" value={value ?? ''} readOnly />

/** Input that selects the parent of an entry, indented by level; without a selection the dictionary itself. */
const parentInput = (group: DictRow, rows: readonly DictRow[], own: string | null) => {
  const below = (row: DictRow, depth: number): { row: DictRow; depth: number }[] =>
    row.id === own ? [] : [{ row, depth }, ...(row.children ?? []).flatMap((child) => below(child, depth + 1))]
  const offered = rows.flatMap((row) => below(row, 0))
  return ({ id, value, onChange }: { id: string; value: string | null; onChange: (value: string | null) => void }) => {
    const t = useT()
    return (
      <select id={id} className="ll-f-select" value={value ?? group.id} onChange={(event) => onChange(event.target.value)}>
        <option value={group.id}>{t(M.none)}</option>
        {offered.map(({ row, depth }) => (
          <option key={row.id} value={row.id}>
            {`${'　'.repeat(depth)}${t([row.dictValue, row.dictEnValue || row.dictValue])}`}
          </option>
        ))}
      </select>
    )
  }
}

/** Form of an entry of `group` (frm.dict.child): the dictionary sets its code; a parent entry is optional. */
export const entryForm = (resource: ResourceDefinition, group: DictRow, rows: readonly DictRow[], own: string | null): ResourceConsole => {
  const { code, dictKey, parentId, ...rest } = resource.fields
  const fields: Fields = {
    code: having(code, { initial: group.code }),
    dictKey: having(dictKey, { required: true, when: undefined }),
    ...pickFields(rest, ['dictValue', 'dictEnValue', 'sort', 'isSealed', 'remark']),
    parentId: having(parentId, { initial: group.id }),
  }
  return bare(
    { ...resource, label: [`${resource.label[0]}项`, 'Entry'], fields },
    { inputs: { code: Fixed, parentId: parentInput(group, rows, own) } },
  )
}
