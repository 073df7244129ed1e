/** When work needs a second person in this tenant, and who may approve it. */
export interface SecondPerson {
  /** Work on more devices needs a second person; 0: the number of devices does not matter. */
  readonly limit: number
  /** People who may approve, without the caller. Empty if the caller may not see them: users limited to places. */
  readonly people: readonly { readonly id: string; readonly name: string }[]
  /** Number of people who may approve, without the caller. */
  readonly others: number
}
