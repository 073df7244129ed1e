import type { Fields } from './field.ts'
import type { MatrixRow } from './roles.ts'
import type { Rule } from './rule.ts'
import type { Text } from './text.ts'

/** A right that several actions and pages share. Its code is the `code` of the resource, `_` and `name`. */
export interface SharedRight {
  readonly name: string
  readonly label: Text
  readonly about: Text
  readonly roles: MatrixRow
}

export interface ActionDefinition {
  readonly label: Text
  readonly on: 'row' | 'rows' | 'list'
  readonly input?: Fields
  readonly confirm?: Text
  readonly disabledWhen?: Rule
  /** Long work: answers with a job or batch to watch. */
  readonly job?: true
  /** The action can also be requested for all rows that match a list filter. */
  readonly byFilter?: true
  /** The console marks it as dangerous. */
  readonly danger?: true
  /** Name of the device command that it sends to the rows; it answers with the batch. */
  readonly command?: string
  /** The main action of the rows: the console shows it before editing. */
  readonly leads?: true
  /** Name of the call below `api.base`; default: the action's name. */
  readonly path?: string
  /** The action is a transition of the resource's lifecycle (`transitionActions`). */
  readonly transition?: true
  /** The right that it needs, if several actions and pages share one; default: a right with the action's own name and label. */
  readonly right?: SharedRight
  /** A right that suffices for one row, given by its id. Several rows and filters need the right of the action. */
  readonly single?: SharedRight
  /** Row of the permission matrix. Default: that of `right`, `commands` for a device command, or the single row of all rights of the resource. */
  readonly roles?: MatrixRow
}
