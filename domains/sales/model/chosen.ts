import type { Field } from '@lamplight/kit'

/** Returns the field with its reference pointing to another resource, whose rows are those of the selected tenant. */
export const pointedAt = <F extends Field>(to: string, field: F): F => ({ ...field, options: { ...field.options, to } })

/** Rights that actions share with the page of their rows. */
export const VIEW_RIGHT = { name: 'view', label: ['查看', 'View'], about: ['查看列表和详情', 'Lists and details'], roles: 'sales' } as const
export const EDIT_RIGHT = { name: 'edit', label: ['编辑', 'Edit'], about: ['新增和修改', 'Adding and changing'], roles: 'sales' } as const
