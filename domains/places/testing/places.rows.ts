import type { SliceRows } from '@lamplight/testing'

export const placesRows: SliceRows = {
  words: async ({ one, row }) => {
    const area = await one('select area_name as name from places_area where id = $1', [await row('places.area')])
    const project = await one('select name from places_project where id = $1', [await row('places.project')])
    return { 岳麓区: String(area.name), 一期工程: String(project.name) }
  },
  marks: { places_area: ['area_name', 'area_full_name', 'remark'], places_builder: ['name', 'linkman'], places_unit: ['name', 'linkman'] },
}
