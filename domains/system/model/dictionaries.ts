import { defineDictionaries } from '@lamplight/kit'

/** Dictionaries of wire contract 4.4, decisions.md A43 and A44. */
export const systemDictionaries = defineDictionaries([
  {
    code: 'notice',
    name: ['通知类型', 'Kind of notice'],
    entries: [
      ['1', '发布通知', 'Announcement'],
      ['2', '批转通知', 'Approval and transfer'],
      ['3', '转发通知', 'Forwarded notice'],
      ['4', '指示通知', 'Instruction'],
      ['5', '任免通知', 'Appointment'],
      ['6', '事务通知', 'General affairs'],
    ],
  },
  {
    code: 'menu_category',
    name: ['菜单类型', 'Kind of menu'],
    entries: [
      ['1', '菜单', 'Page'],
      ['2', '按钮', 'Button'],
    ],
  },
  {
    code: 'button_func',
    name: ['按钮功能', 'Button position'],
    entries: [
      ['1', '工具栏', 'Toolbar'],
      ['2', '操作栏', 'Row'],
      ['3', '工具操作栏', 'Toolbar and row'],
    ],
  },
  {
    code: 'yes_no',
    name: ['是否', 'Yes or no'],
    entries: [
      ['1', '否', 'No'],
      ['2', '是', 'Yes'],
    ],
  },
  {
    code: 'flow',
    name: ['流程类型', 'Kind of process'],
    entries: [
      ['1', '通用流程', 'General process'],
      ['2', '审批流程', 'Approval'],
      ['3', '巡检流程', 'Inspection'],
      ['4', '节目审核', 'Program review'],
      ['5', '运维工单', 'Maintenance order'],
    ],
  },
  {
    code: 'oss',
    name: ['对象存储类型', 'Object storage'],
    entries: [
      ['1', 'minio', 'MinIO'],
      ['2', 'qiniu', 'Qiniu'],
      ['3', 'ali', 'Alibaba Cloud'],
      ['4', 'tencent', 'Tencent Cloud'],
    ],
  },
  {
    code: 'sms',
    name: ['短信服务类型', 'Short message service'],
    entries: [
      ['1', 'yunpian', 'Yunpian'],
      ['2', 'qiniu', 'Qiniu'],
      ['3', 'ali', 'Alibaba Cloud'],
      ['4', 'tencent', 'Tencent Cloud'],
    ],
  },
  {
    code: 'check_status',
    name: ['审核状态', 'Review state'],
    entries: [
      ['0', '待审核', 'Pending'],
      ['1', '审核通过', 'Passed'],
      ['2', '审核不通过', 'Rejected'],
    ],
  },
])
