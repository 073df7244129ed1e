import { defineDomain } from '@lamplight/kit'

export const places = defineDomain({
  name: 'places',
  label: ['区域与项目', 'Places'],
  about: ['区域、项目、行政区划、区域负责人和地图分享', 'Areas, projects, administrative regions, area managers, shared maps'],
  level: 2,
  dependsOn: ['system', 'identity'],
  offers: ['places_areas', 'places_projects', 'places_project_systems'],
})
