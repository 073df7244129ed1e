import { f } from '@lamplight/fields/model'
import { type DeviceTypeDefinition, defineReportSource, isStoredNumber, type ReportSource, type Text, unitSymbol } from '@lamplight/kit'

/** Slots of a device type that the key of a property has room for. */
const SLOTS = 256
/** The key of a property in devices_series_area_daily: code of the type and slot. */
export const propertyKey = ({ code }: Pick<DeviceTypeDefinition, 'code'>, slot: number): number => code * SLOTS + slot

/** Returns key and label of each property of a type that has a history. The label contains the unit, because one report column shows properties with different units. */
const propertiesOf = (type: DeviceTypeDefinition): (readonly [name: string, key: number, label: Text])[] =>
  Object.entries(type.properties).flatMap(([name, property]) =>
    property.history && isStoredNumber(property) && property.slot ? [[name, propertyKey(type, property.slot), withSymbol(property)]] : [],
  )
const withSymbol = ({ label: [zh, en], unit }: { readonly label: Text; readonly unit?: string }): Text =>
  unit ? [`${zh}（${unitSymbol(unit)}）`, `${en} (${unitSymbol(unit)})`] : [zh, en]

/**
 * Returns the reported values of devices as a source of reports, by day, project, area, device type and property. `property`: name of a property of the
 * first type, if the report is about it alone. Mean: the ratio of `sum` and `readings`; last: that of `last` and `deviceDays`. The place is that of the
 * device on the day.
 */
export const sourceOfSeries = (types: readonly DeviceTypeDefinition[], property?: string): ReportSource => {
  const properties = types.flatMap((type) =>
    propertiesOf(type).map(([name, key, [zh, en]]) => {
      const label: Text = types.length === 1 ? [zh, en] : [`${type.label[0]} · ${zh}`, `${type.label[1]} · ${en}`]
      return { name, key, label }
    }),
  )
  const only = property === undefined ? undefined : properties.find(({ name }) => name === property)
  if (property !== undefined && !only) throw new Error(`${types[0]?.name} keeps no history of ${property}`)
  return defineReportSource({
    name: `devices.${types.map(({ name }) => name).join('')}${property ?? ''}Days`,
    from: 'devices_series_area_daily',
    day: 'day',
    ...(types.length === 1 && { only: { type: types[0]?.code as number, ...(only && { property: only.key }) } }),
    place: { project: 'project_id', area: 'area_id' },
    dimensions: {
      areaId: { column: 'area_id', field: f.ref('places.area', { label: ['区域', 'Area'] }) },
      projectId: { column: 'project_id', field: f.ref('places.project', { label: ['项目', 'Project'] }) },
      ...(only
        ? {}
        : {
            deviceType: {
              column: 'type',
              field: f.choice(Object.fromEntries(types.map(({ code, label }) => [code, label])), { label: ['设备类型', 'Device type'] }),
            },
            property: {
              column: 'property',
              field: f.choice(Object.fromEntries(properties.map(({ key, label }) => [key, label])), { label: ['属性', 'Property'] }),
            },
          }),
    },
    sums: { deviceDays: 'devices', readings: 'readings', sum: 'sum', last: 'last', increase: 'increase', resets: 'resets' },
    extremes: { low: 'low', high: 'high' },
  })
}
