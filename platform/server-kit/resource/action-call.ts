import type { RouteInput } from '../http/route-types.ts'

/** Argument of the handler of a resource's action. */
export interface ActionCall<Input = Readonly<Record<string, unknown>>> extends Pick<RouteInput, 'ctx' | 'headers'> {
  /** Ids of the rows on which the action runs. */
  readonly ids: string[]
  /** Values of the action's input fields. */
  readonly input: Input
  /** The request's body merged with its query. */
  readonly body: Record<string, unknown>
}
