import { usePermission, useT } from '@lamplight/console-kit'
import type { FieldInputProps } from '@lamplight/console-kit/resource'
import { Picker, viewOf } from '@lamplight/fields/view'
import type { ComponentType } from 'react'
import { dept } from '../model/dept.resource.ts'
import { invite } from '../model/invite.resource.ts'
import { role } from '../model/role.resource.ts'
import { type Linkage, useLinkage } from './use-linkage.ts'

type Name = 'inviteRoles' | 'inviteDepts'
type Props = FieldInputProps<typeof invite, Name>
const NO_WIRE = {}

/** What users who may not list roles or departments may put in an invitation: the server tells it with the other options. */
const Offered = ({ name, id, value, onChange, invalid }: Props & { readonly name: keyof Linkage & Name }) => {
  const t = useT()
  const { data, isPending } = useLinkage()
  return (
    <Picker
      id={id}
      label={t(invite.fields[name].options.label)}
      multiple
      loading={isPending}
      options={(data?.[name] ?? []).map((one) => ({ id: one.id, label: one.title }))}
      chosen={value ?? []}
      invalid={invalid}
      onChange={(ids) => onChange(ids.length > 0 ? ids : null)}
    />
  )
}
const choiceOf = (name: Name, right: string): ComponentType<Props> => {
  const field = invite.fields[name]
  const { Input } = viewOf(field)
  return (props) =>
    usePermission(right) ? (
      <Input
        id={props.id}
        name={name}
        options={field.options}
        wire={NO_WIRE}
        value={props.value}
        invalid={props.invalid}
        onChange={(next) => props.onChange((next ?? null) as Props['value'])}
      />
    ) : (
      <Offered {...props} name={name} />
    )
}

export const InviteRoles = choiceOf('inviteRoles', `${role.code}_view`)
export const InviteDepts = choiceOf('inviteDepts', `${dept.code}_view`)
