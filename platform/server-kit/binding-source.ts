/**
 * A kind of bindings in the list of all bindings (`ServerSlice.bindings`): SQL over the row that is bound (`t`, with `id`, `tenant_id`, `is_deleted`,
 * `project_id`, `area_id`) and the row that it is bound to (`p`, with `id`, `is_deleted`).
 */
export interface BindingSource {
  /** Number of the kind in the call; its resources, texts and the call that unbinds are in `binding.page.tsx` of the lighting slice. */
  readonly type: number
  /** The joined tables. */
  readonly from: string
  readonly sn: string
  readonly name: string
  readonly aboveSn: string
  readonly above: string
  /** Time of the last change, and the user who made it. */
  readonly at: string
  readonly by: string
}
