import type { Dictionary } from '../model/dict.resource.ts'

/** Dictionaries of the wire contract 4.4 and decisions.md A43, A44. */
export const DICTIONARIES: readonly Dictionary[] = [
  {
    code: 'sex',
    name: ['性别', 'Sex'],
    entries: [
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ],
  },
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
    code: 'user_type',
    name: ['用户平台', 'Kind of user'],
    entries: [
      ['1', 'WEB', 'Web'],
      ['2', 'APP', 'App'],
      ['3', 'OTHER', 'Other'],
    ],
  },
  {
    code: 'org_category',
    name: ['机构类型', 'Kind of department'],
    entries: [
      ['1', '公司', 'Company'],
      ['2', '部门', 'Department'],
      ['3', '小组', 'Team'],
    ],
  },
  {
    code: 'post_category',
    name: ['岗位类型', 'Position type'],
    entries: [
      ['1', '高层', 'Senior'],
      ['2', '中层', 'Middle'],
      ['3', '基层', 'Staff'],
      ['4', '其他', 'Other'],
    ],
  },
  {
    code: 'data_scope_type',
    name: ['数据权限类型', 'Data scope'],
    entries: [
      ['1', '全部可见', 'All'],
      ['2', '本人可见', 'Own'],
      ['3', '所在机构可见', 'Own department'],
      ['4', '所在机构及子级可见', 'Own department and below'],
      ['5', '自定义', 'Custom'],
    ],
  },
  {
    code: 'api_scope_type',
    name: ['接口权限类型', 'API scope'],
    entries: [
      ['1', '系统接口', 'System'],
      ['2', '业务接口', 'Business'],
    ],
  },
  {
    code: 'region',
    name: ['行政区划级别', 'Level of region'],
    entries: [
      ['0', '国家', 'Country'],
      ['1', '省份/直辖市', 'Province'],
      ['2', '地市', 'City'],
      ['3', '区县', 'District'],
      ['4', '乡镇', 'Town'],
      ['5', '村委', 'Village'],
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
  {
    code: 'lamp_type',
    name: ['灯型', 'Kind of luminaire'],
    entries: [
      ['1', '智慧路灯', 'Smart'],
      ['2', '市电路灯', 'Mains'],
      ['3', '太阳能路灯', 'Solar'],
    ],
  },
]
