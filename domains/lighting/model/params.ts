import { defineParams } from '@lamplight/kit'

export const lightingParams = defineParams([
  {
    key: 'map.tileUrl',
    label: ['底图地址', 'Map tiles'],
    about: ['如 https://host/{z}/{x}/{y}.png；为空时使用内置街道', 'Empty: the streets that ship with the platform'],
    type: { kind: 'tiles' },
    empty: true,
  },
  {
    key: 'map.tileCrs',
    label: ['底图坐标系', 'Map datum'],
    about: ['wgs84 或 gcj02', 'wgs84 or gcj02'],
    type: { kind: 'choice', values: ['wgs84', 'gcj02'] },
    value: 'wgs84',
  },
  {
    key: 'upload.max.inventory',
    label: ['清单文件上限', 'Inventory file size limit'],
    about: ['MB，最大 64；更大的文件用命令行导入', 'MB, 64 at most; larger files come in by the command line'],
    type: { kind: 'number', min: 1, max: 64, whole: true, unit: 'MB' },
    value: '64',
  },
])
