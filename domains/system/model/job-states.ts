/** States of long jobs, as the server counts them. */
export const JOB_STATES = {
  0: ['等待', 'Waiting'],
  1: ['进行中', 'Running'],
  2: ['完成', 'Done'],
  3: ['部分完成', 'Partly done'],
  4: ['失败', 'Failed'],
  5: ['已停止', 'Stopped'],
} as const
