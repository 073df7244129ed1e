import type { ApiClient } from './client.ts'
import type { TestPlatform } from './test-platform.ts'

type Columns = Readonly<Record<string, unknown>>

/** What a maker of rows may use. */
export interface RowTools {
  readonly house: TestPlatform
  readonly tenantId: string
  /** A user of the tenant. */
  readonly writer: ApiClient
  /** Id of the tenant's row of a resource (`lighting.lamp`). It is made when it is asked for first. */
  readonly row: (resource: string) => Promise<string>
  /** Inserts a row of the tenant and answers its id. */
  readonly insert: (table: string, columns: Columns) => Promise<string>
  /** Id of the tenant's first row that `where` finds. Throws where there is none. */
  readonly first: (table: string, where?: string) => Promise<string>
  /** The first row of a statement. Throws where there is none. */
  readonly one: (sql: string, params?: readonly unknown[]) => Promise<Record<string, string>>
}

/** What the contract tests must know of a slice beside its definitions. A resource that its own call adds needs nothing here. */
export interface SliceRows {
  /** Resource name → makes or finds its row of the tenant: for resources that no own call adds, and for rows that belong together. */
  readonly rows?: Readonly<Record<string, (tools: RowTools) => Promise<string>>>
  /** Placeholders in the examples of calls → values of the tenant's rows. */
  readonly words?: (tools: RowTools) => Promise<Readonly<Record<string, string>>>
  /** Resources whose rows people of a tenant do not write. */
  readonly unwritten?: readonly string[]
  /** Tables of no resource whose rows people of a tenant write. */
  readonly tables?: readonly string[]
  /** Table → columns with texts that the leak tests mark, in place of titles and long texts of the resource; no columns: its ids are secret. */
  readonly marks?: Readonly<Record<string, readonly string[]>>
}

/** Inserts a row of a tenant; `columns` may name the tenant itself. */
export const insertRow = async ({ platform }: TestPlatform, tenantId: string, table: string, columns: Columns): Promise<string> => {
  const id = platform.newId()
  const row = { id, tenant_id: tenantId, ...columns }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  await platform.system.query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, Object.values(row))
  return id
}
