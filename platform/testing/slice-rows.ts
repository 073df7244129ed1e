import type { ApiClient } from './client.ts'
import type { TestPlatform } from './test-platform.ts'

type Columns = Readonly<Record<string, unknown>>

/** Helpers for functions that create rows. */
export interface RowTools {
  readonly product: TestPlatform
  readonly tenantId: string
  /** A user of the tenant. */
  readonly writer: ApiClient
  /** Id of the tenant's row of a resource (`lighting.lamp`). The first call makes the row. */
  readonly row: (resource: string) => Promise<string>
  /** Inserts a row of the tenant and returns its id. */
  readonly insert: (table: string, columns: Columns) => Promise<string>
  /** Id of the tenant's first row that `where` finds. Throws when there is none. */
  readonly first: (table: string, where?: string) => Promise<string>
  /** The first row of a statement. Throws when there is none. */
  readonly one: (sql: string, params?: readonly unknown[]) => Promise<Record<string, string>>
}

/** Data about a slice that the contract tests cannot derive from its definitions. A resource with a call that adds rows needs none. */
export interface SliceRows {
  /** Resource name → function that makes or finds the tenant's row: for resources without a call to add rows, and for rows that belong together. */
  readonly rows?: Readonly<Record<string, (tools: RowTools) => Promise<string>>>
  /** Resource name → function that returns values for its add call in addition to its examples: ids of rows with properties that the resource requires. */
  readonly values?: Readonly<Record<string, (client: ApiClient) => Promise<Columns>>>
  /** Placeholders in the examples of calls → values of the tenant's rows. */
  readonly words?: (tools: RowTools) => Promise<Readonly<Record<string, string>>>
  /** Resources whose rows are not written by users of a tenant. */
  readonly unwritten?: readonly string[]
  /** Tables that belong to no resource and whose rows users of a tenant write. */
  readonly tables?: readonly string[]
  /** Table → text columns that the leak tests mark, instead of titles and long texts of the resource. An empty list: its ids are secret. */
  readonly marks?: Readonly<Record<string, readonly string[]>>
}

/** Inserts a row of a tenant and returns its id. A `tenant_id` in `columns` takes precedence. */
export const insertRow = async ({ platform }: TestPlatform, tenantId: string, table: string, columns: Columns): Promise<string> => {
  const id = platform.newId()
  const row = { id, tenant_id: tenantId, ...columns }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  await platform.system.query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, Object.values(row))
  return id
}
