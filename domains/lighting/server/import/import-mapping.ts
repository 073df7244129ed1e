import {
  applyMapping,
  ENCODINGS,
  type Inspection,
  type Mapping,
  MEANINGS,
  mappingFault,
  NEARBY,
  PLACE_FORMS,
  SEPARATORS,
} from '@lamplight/inventory'
import type { Lang } from '@lamplight/kit'
import { fieldError, type Query, T } from '@lamplight/server-kit'
import type { ImportKind } from '../../model/import.ts'

const oneOf = (values: readonly string[]) => T.Union(values.map((value) => T.Literal(value)))
const Columns = T.Optional(T.Array(T.String({ minLength: 1, maxLength: 1000 }), { maxItems: 10 }))

/** A mapping sent by a user; parts that are missing keep the detected values. */
export const MappingSchema = T.Object({
  columns: T.Optional(T.Object(Object.fromEntries(MEANINGS.map((meaning) => [meaning, Columns])))),
  place: T.Optional(
    T.Object({
      source: T.Optional(oneOf(['point', 'columns', 'column'])),
      form: T.Optional(oneOf(PLACE_FORMS)),
      order: T.Optional(oneOf(['lngLat', 'latLng'])),
      epsg: T.Optional(T.Union([T.Null(), T.Integer({ minimum: 1024, maximum: 999_999 })])),
    }),
  ),
  lengthUnit: T.Optional(oneOf(['m', 'ft'])),
  powerUnit: T.Optional(oneOf(['W', 'kW'])),
  rules: T.Optional(
    T.Array(
      T.Object({
        column: T.String({ minLength: 1, maxLength: 1000 }),
        values: T.Array(T.String({ maxLength: 1000 }), { minItems: 1, maxItems: 1000 }),
        as: oneOf(['skip', 'cabinet']),
      }),
      { maxItems: 20 },
    ),
  ),
  nearby: T.Optional(oneOf(NEARBY)),
  lampTypes: T.Optional(
    T.Record(T.String({ minLength: 1, maxLength: 200 }), T.String({ minLength: 1, maxLength: 20 }), { maxProperties: 200 }),
  ),
})
export const ReadingSchema = {
  encoding: T.Optional(oneOf(ENCODINGS)),
  separator: T.Optional(oneOf(SEPARATORS)),
  sheet: T.Optional(T.String({ maxLength: 200 })),
  headerRow: T.Optional(T.Integer({ minimum: 0, maximum: 1000 })),
}
/** Parts of a mapping that a user may correct. */
export interface Correction {
  readonly columns?: Readonly<Partial<Record<string, readonly string[]>>>
  readonly place?: Partial<Mapping['place']>
  readonly lengthUnit?: Mapping['lengthUnit']
  readonly powerUnit?: Mapping['powerUnit']
  readonly rules?: Mapping['rules']
  readonly lampTypes?: Mapping['lampTypes']
  readonly nearby?: Mapping['nearby']
}

/**
 * Merges a user's corrections into the detected mapping: a meaning that is not named keeps its detected columns, an empty list removes them.
 * @throws a refusal that names the column or value missing from the file
 */
export const corrected = (
  inspection: Inspection,
  mapping: Mapping,
  correction: Correction | undefined,
  kind: ImportKind,
  lang: Lang,
): Mapping => {
  const columns = Object.fromEntries(
    MEANINGS.flatMap((meaning) => {
      const names = correction?.columns?.[meaning] ?? mapping.columns[meaning]
      return names && names.length > 0 ? [[meaning, names]] : []
    }),
  )
  const made: Mapping = {
    ...mapping,
    columns,
    place: { ...mapping.place, ...correction?.place },
    lengthUnit: correction?.lengthUnit ?? mapping.lengthUnit,
    powerUnit: correction?.powerUnit ?? mapping.powerUnit,
    rules: correction?.rules ?? mapping.rules,
    lampTypes: correction?.lampTypes ?? mapping.lampTypes,
    nearby: correction?.nearby ?? mapping.nearby,
  }
  const fault = mappingFault(made, inspection)
  // controllers need no place
  if (fault && !(kind === 'controller' && /^(place|columns\.(lng|lat|place))$/.test(fault.field)))
    throw fieldError(`mapping.${fault.field}`, fault.text, lang)
  return made
}

/** Parts of a mapping that are stored for the next file with the same columns. */
type Kept = Pick<Mapping, 'columns' | 'place' | 'lengthUnit' | 'powerUnit' | 'rules' | 'lampTypes' | 'nearby'>

/** Returns the detected mapping with the stored one for these columns applied; null if there is none. */
export const recall = async (query: Query, kind: string, inspection: Inspection): Promise<Mapping | null> => {
  const [row] = await query<{ mapping: Kept }>(
    "select mapping from lighting_import_mapping where tenant_id = (select current_setting('app.tenant', true)) and kind = $1 and signature = $2",
    [kind, inspection.signature],
  )
  return row ? applyMapping(inspection, { ...inspection.mapping, ...row.mapping }) : null
}

export const remember = async (
  query: Query,
  options: { tenantId: string; userId: string; kind: string; signature: string },
  { columns, place, lengthUnit, powerUnit, rules, lampTypes, nearby }: Mapping,
): Promise<void> => {
  await query(
    `insert into lighting_import_mapping (tenant_id, kind, signature, mapping, user_id) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, kind, signature) do update set mapping = excluded.mapping, user_id = excluded.user_id, update_time = now()`,
    [
      options.tenantId,
      options.kind,
      options.signature,
      JSON.stringify({ columns, place, lengthUnit, powerUnit, rules, lampTypes, nearby }),
      options.userId,
    ],
  )
}
