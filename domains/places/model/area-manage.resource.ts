import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/**
 * People responsible for an area (decisions.md A74): managers run it, reviewers audit and accept. An area
 * without people uses those of the nearest ancestor.
 */
export const areaManage = defineResource({
  name: 'places.areaManage',
  label: ['区域负责人', 'Area manager'],
  about: [
    '负责人管理区域，审核人审核与验收；下级区域没有设置时沿用上级',
    'Managers run an area, reviewers audit and accept; sub-areas without their own use those of the area above',
  ],
  code: 'areamanage',
  scope: 'tenant',
  roles: 'places',
  api: { base: 'blade-system/areaManage', verbs: ['list', 'detail', 'submit', 'remove'] },
  page: { path: '/city/basis/areaManage', label: ['区域负责人', 'Area managers'], icon: 'team', sort: 30, parent: 'city_basis' },
  fields: {
    name: f.text({
      label: ['名称', 'Name'],
      max: 100,
      list: true,
      search: true,
      hint: ['留空时取区域名称', 'Empty: the name of the area'],
    }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], required: true, list: true, search: true }),
    managerIds: f.refs('identity.user', { label: ['负责人', 'Managers'], wire: 'userIds', titleAs: 'userNames', list: true }),
    reviewerIds: f.refs('identity.user', { label: ['审核人', 'Reviewers'], titleAs: 'reviewerNames', list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  indexes: [['areaId']],
  io: { export: true },
})
