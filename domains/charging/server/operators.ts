import { createVault, type Platform } from '@lamplight/server-kit'

/** A row of an operator with the decrypted secret. */
export interface Operator {
  readonly id: string
  readonly tenantId: string
  readonly kind: number
  readonly operatorId: string
  readonly secret: string
  readonly baseUrl: string | null
  /** Played by the virtual city. */
  readonly virtual: boolean
}

/** The purpose that the vault stores with the encrypted secrets of operators. */
export const SECRET_USE = 'charging.operator'

interface Row {
  readonly id: string
  readonly tenant_id: string
  readonly kind: number
  readonly operator_id: string
  readonly secret: string
  readonly base_url: string | null
  readonly virtual: boolean
}
const COLUMNS = 'select id, tenant_id, kind, operator_id, secret, base_url, virtual from charging_operator where enabled and not is_deleted'

const opened = async (platform: Platform, row: Row): Promise<Operator> => ({
  id: row.id,
  tenantId: row.tenant_id,
  kind: row.kind,
  operatorId: row.operator_id,
  baseUrl: row.base_url,
  virtual: row.virtual,
  secret: await createVault(platform).open(row.secret, SECRET_USE),
})

/** Returns an enabled operator by the id of its row. */
export const operatorById = async (platform: Platform, id: string): Promise<Operator | undefined> => {
  const [row] = await platform.system.query<Row>(`${COLUMNS} and id = $1`, [id])
  return row && opened(platform, row)
}

/** Returns the enabled operator of a tenant with this OperatorID, which is the access address of its piles. */
export const operatorAt = async (platform: Platform, tenantId: string, operatorId: string): Promise<Operator | undefined> => {
  const [row] = await platform.system.query<Row>(`${COLUMNS} and tenant_id = $1 and operator_id = $2`, [tenantId, operatorId])
  return row && opened(platform, row)
}

/** Returns the operators that the virtual city plays. */
export const virtualOperators = async (platform: Platform): Promise<readonly Operator[]> =>
  Promise.all((await platform.system.query<Row>(`${COLUMNS} and virtual order by id`)).map((row) => opened(platform, row)))
