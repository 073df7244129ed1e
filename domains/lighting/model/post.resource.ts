import { f } from '@lamplight/fields/model'
import { defineResource, PICTURES } from '@lamplight/kit'

/** A lamp post (devType 1). Screen city.lampPost; wire names lampPostName and lampPostSn of entity Lamp. */
export const post = defineResource({
  name: 'lighting.post',
  label: ['灯杆', 'Lamp post'],
  about: ['灯具和其他设备挂载的杆体', 'Posts that carry luminaires and other devices'],
  code: 'lamp_post',
  scope: 'project',
  roles: 'devices',
  api: { base: 'blade-city/lamp_post', verbs: ['page', 'detail', 'submit', 'remove'] },
  page: {
    path: '/city/lampmanagement/lamppost/index',
    label: ['灯杆', 'Lamp posts'],
    icon: 'post',
    sort: 20,
    parent: 'city_lampmanagement',
  },
  fields: {
    name: f.text({ label: ['灯杆名称', 'Post name'], wire: 'lampPostName', required: true, max: 80, list: true, search: true }),
    sn: f.text({ label: ['灯杆编号', 'Post number'], wire: 'lampPostSn', required: true, unique: true, max: 40, list: true, search: true }),
    height: f.number({ label: ['杆高', 'Height'], unit: 'm', min: 0, max: 60, list: true }),
    projectId: f.ref('places.project', { label: ['项目', 'Project'], search: true, list: true }),
    areaId: f.ref('places.area', { label: ['区域', 'Area'], search: true, list: true }),
    streetId: f.ref('lighting.street', { label: ['道路', 'Street'], titleAs: 'streetName', search: true, list: true }),
    location: f.geo({ label: ['位置', 'Location'] }),
    pictures: f.file({ label: ['现场照片', 'Pictures'], accept: PICTURES, many: 6 }),
    importKey: f.text({ label: ['来源标识', 'Source key'], max: 120, readonly: true, form: false }),
    remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
  },
  indexes: [['projectId', 'id'], ['areaId', 'id'], ['streetId'], ['name', 'id'], ['importKey']],
  keyword: ['name', 'sn'],
  io: { export: true, import: { key: 'sn' } },
})
