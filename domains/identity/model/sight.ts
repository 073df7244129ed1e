/** Places a user sees: all of the tenant, or those named with what stands below; `count` counts all of them, `names` are the first 50 of the named. */
export interface SightPlaces {
  readonly all: boolean
  readonly count: number
  readonly names: readonly string[]
}
/** A page a user may open, with the names of what may be done there. */
export interface SightPage {
  readonly system: string
  readonly page: string
  readonly acts: readonly string[]
}
/** What a user sees (`user/sight`). */
export interface Sight {
  readonly roles: readonly string[]
  readonly areas: SightPlaces
  readonly projects: SightPlaces
  /** How many rows of each resource stand at these places. */
  readonly rows: readonly { readonly name: string; readonly count: number }[]
  /** Names of data scopes that cut rows further. */
  readonly scopes: readonly string[]
  readonly pages: readonly SightPage[]
}
