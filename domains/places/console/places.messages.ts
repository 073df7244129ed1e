import { project } from '../model/index.ts'

export const M = {
  moveTitle: ['移动 {names}', 'Move {names}'],
  moveDo: ['移动 {n} 项', 'Move {n}'],
  below: ['下级 {n} 项', '{n} sub-items'],
  chosen: ['所选 {n} 项', '{n} selected'],
  nothingElse: ['其中没有设备', 'no devices in them'],
  goesAlong: ['一起移动', 'Moved with them'],
  moved: ['已移动 {n} 项', 'Moved {n}'],
  gatherTitle: ['将 {names} 移到新的上级', 'Move {names} under a new parent'],
  gatherDo: ['移到“{name}”下', 'Move under “{name}”'],
  gather: project.actions.gather.label,
  newName: project.actions.gather.input.name.options.label,
  nameNeeded: ['请输入名称', 'Enter a name'],
  keeps: [
    '设备的归属、分组和权限不变，只是换了上级。移动后可再移回。',
    'Devices, groups and rights stay with them; only the parent changes. They can be moved back.',
  ],
  province: ['省级行政区', 'Province'],
  city: ['地级市', 'City'],
  district: ['区县', 'District'],
  copyLink: ['复制链接', 'Copy link'],
  copied: ['链接已复制', 'Link copied'],
  noCopy: ['无法复制，请手动选中链接', 'Could not copy. Select the link and copy it by hand'],
  link: ['分享链接', 'Link'],
} as const
