import { type DeviceTypes, deviceTypesPort } from '@lamplight/devices/model'
import { holdProduct } from '@lamplight/devices/server'
import { type DeviceTypeDefinition, pick, unitSymbol } from '@lamplight/kit'
import { A, type Ctx, changedEach, onServer, type Query, route, T } from '@lamplight/server-kit'
import { productsErrors, terminalConfig } from '../model/index.ts'

/** The types of terminals: those that the platform declares, and the unit products of the tenant. Their codes are names of types and product codes. */
const typesOf = async (ctx: Ctx): Promise<readonly DeviceTypeDefinition[]> => {
  const types: DeviceTypes = ctx.platform.port(deviceTypesPort)
  const rows = await ctx.query<{ code: number }>('select code from devices_products where not is_deleted order by unit_product_code')
  await types.need(rows.map(({ code }) => code))
  return [...types.all, ...rows.flatMap(({ code }) => types.typeOf(code) ?? [])]
}
const sensorsOf = ({ properties }: DeviceTypeDefinition): readonly string[] =>
  Object.keys(properties).filter((name) => !properties[name]?.retired && name !== 'faults')

const checkConfig = async (ctx: Ctx, query: Query, config: Readonly<Record<string, unknown>>, id: string | undefined): Promise<void> => {
  const { typeCode, supplierCode, model, sensors } = config
  await holdProduct(query, String(typeCode))
  const type = (await typesOf(ctx)).find(({ name }) => name === typeCode)
  if (!type) throw productsErrors.noType({ type: String(typeCode) }, 'typeCode')
  const known = sensorsOf(type)
  const named = String(sensors ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const strange = named.find((one) => !known.includes(one))
  if (strange !== undefined) throw productsErrors.noSensor({ sensor: strange }, 'sensors')
  const [taken] = await query(
    `select 1 from products_terminal_config where type_code = $1 and supplier_code = $2 and model = $3 and not is_deleted and id <> $4`,
    [typeCode, supplierCode, model, id ?? '0'],
  )
  if (taken) throw productsErrors.configTaken({}, 'model')
}

export const terminalConfigServer = onServer(terminalConfig, {
  beforeWrite: async ({ ctx, query, draft, old }) => {
    await checkConfig(ctx, query, { ...old, ...draft }, old?.id)
    return draft
  },
  actions: {
    status: async ({ ctx, ids, input }) =>
      ctx.tx(async (query) => {
        const rows = await query<{ model: string; status: number }>(
          'select model, status from products_terminal_config where id = any($1::bigint[]) order by id limit 50',
          [ids],
        )
        await query('update products_terminal_config set status = $2, update_time = now(), update_user = $3 where id = any($1::bigint[])', [
          ids,
          input.status,
          ctx.user.id,
        ])
        await ctx.audit(
          {
            what: 'products.terminalConfig.status',
            target: ids.slice(0, 50).join(','),
            count: ids.length,
            detail: { status: input.status, ...changedEach(rows.map(({ model, status }) => [model, status, input.status])) },
          },
          query,
        )
        return { count: ids.length }
      }),
  },
})

const BASE = '/api/blade-device/terminalConfig/dict'
const permission = 'terminal_config_view'
const Code = T.Optional(T.String({ maxLength: 100 }))

/** Dictionaries of terminal configurations. Written by hand: their entries come from device types, suppliers, models and properties. */
export const terminalDictRoutes = [
  route({
    method: 'GET',
    path: `${BASE}/types`,
    summary: ['终端类型字典', 'Dictionary of terminal types'],
    permission,
    returns: A.list(A.of({ typeCode: A.text, name: A.text, devType: A.int })),
    handler: async ({ ctx }) =>
      (await typesOf(ctx)).map(({ name, label, code }) => ({ typeCode: name, name: pick(label, ctx.lang), devType: code })),
  }),
  route({
    method: 'GET',
    path: `${BASE}/suppliers`,
    summary: ['终端供应商字典', 'Dictionary of suppliers'],
    permission,
    query: T.Object({ typeCode: Code }),
    returns: A.list(A.of({ supplierCode: A.text, name: A.text })),
    handler: async ({ ctx, query }) => {
      const type = query.typeCode ? (await typesOf(ctx)).find(({ name }) => name === query.typeCode) : undefined
      if (query.typeCode && !type) throw productsErrors.noType({ type: query.typeCode }, 'typeCode')
      // Suppliers of models of this type come first; the others may deliver it too.
      const rows = await ctx.query<{ code: string; name: string }>(
        `select coalesce(nullif(s.code, ''), s.name) as code, s.name from devices_suppliers s where not s.is_deleted
         order by not exists (select from devices_models m where m.supplier_id = s.id and m.dev_type = $1 and not m.is_deleted), s.name`,
        [type?.code ?? null],
      )
      return rows.map(({ code, name }) => ({ supplierCode: code, name }))
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/models`,
    summary: ['终端型号字典', 'Dictionary of models'],
    permission,
    query: T.Object({ typeCode: Code, supplierCode: Code }),
    returns: A.list(A.of({ model: A.text, supplierCode: A.text })),
    handler: async ({ ctx, query }) => {
      const type = query.typeCode ? (await typesOf(ctx)).find(({ name }) => name === query.typeCode) : undefined
      if (query.typeCode && !type) throw productsErrors.noType({ type: query.typeCode }, 'typeCode')
      // Models that suppliers have, and models that enabled terminal configurations name.
      return ctx.query(
        `select m.name as model, coalesce(nullif(s.code, ''), s.name) as "supplierCode" from devices_models m
         join devices_suppliers s on s.id = m.supplier_id and not s.is_deleted
         where not m.is_deleted and ($1::int is null or m.dev_type = $1) and ($2 = '' or coalesce(nullif(s.code, ''), s.name) = $2)
         union select c.model, c.supplier_code from products_terminal_config c
         where not c.is_deleted and c.status is distinct from 0 and ($3 = '' or c.type_code = $3) and ($2 = '' or c.supplier_code = $2) order by 1, 2`,
        [type?.code ?? null, query.supplierCode ?? '', query.typeCode ?? ''],
      )
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/sensors`,
    summary: ['终端传感量字典', 'Dictionary of sensors'],
    permission,
    query: T.Object({ typeCode: Code }),
    returns: A.list(A.of({ code: A.text, name: A.text, unit: A.text, typeCode: A.text })),
    handler: async ({ ctx, query }) => {
      const types = await typesOf(ctx)
      if (query.typeCode && !types.some(({ name }) => name === query.typeCode))
        throw productsErrors.noType({ type: query.typeCode }, 'typeCode')
      return types
        .filter(({ name }) => !query.typeCode || name === query.typeCode)
        .flatMap((type) =>
          sensorsOf(type).map((code) => {
            const { label, unit } = type.properties[code] ?? { label: type.label }
            return { code, name: pick(label, ctx.lang), unit: unit ? unitSymbol(unit) : '', typeCode: type.name }
          }),
        )
    },
  }),
] as const
