import type { RouteInput } from './route-types.ts'

/** The call of an action of a resource. */
export interface ActionCall<Input = Readonly<Record<string, unknown>>> extends Pick<RouteInput, 'ctx' | 'headers'> {
  /** Rows that are meant. */
  readonly ids: string[]
  /** Values of the action's input fields. */
  readonly input: Input
  /** The whole body, with the query. */
  readonly body: Record<string, unknown>
}
