/**
 * Places that a user sees: all of the tenant, or the granted ones and those below; `count` counts
 * all of them, `names` are the first 50 granted ones.
 */
export interface SightPlaces {
  readonly all: boolean
  readonly count: number
  readonly names: readonly string[]
}
/** A page that a user may open, with the labels of the permitted actions. */
export interface SightPage {
  readonly system: string
  readonly page: string
  readonly acts: readonly string[]
}
/** What a user sees (answer of `user/sight`). */
export interface VisiblePlaces {
  readonly roles: readonly string[]
  readonly areas: SightPlaces
  readonly projects: SightPlaces
  /** Number of rows of each resource at these places. */
  readonly rows: readonly { readonly name: string; readonly count: number }[]
  /** Names of data scopes that limit the rows further. */
  readonly scopes: readonly string[]
  readonly pages: readonly SightPage[]
}
