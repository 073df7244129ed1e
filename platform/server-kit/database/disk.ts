import { statfs } from 'node:fs/promises'

export interface Disk {
  /** `full` if less than the minimum is free, `unknown` if the system does not report it. */
  readonly state: 'up' | 'full' | 'unknown'
  /** Free space for this user, MB; -1 if unknown. */
  readonly freeMb: number
}

/** Reads the free space of the file system that holds `folder`; below `leastMb` the disk counts as full. */
export const diskState = async (folder: string, leastMb: number): Promise<Disk> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    const freeMb = Math.floor((bavail * bsize) / 2 ** 20)
    return { state: freeMb < leastMb ? 'full' : 'up', freeMb }
  } catch {
    return { state: 'unknown', freeMb: -1 }
  }
}

/** True for error codes of a full disk or used-up quota: ENOSPC and EDQUOT of the file system, 53100 (disk_full) of PostgreSQL. */
export const isDiskFull = (code: unknown): boolean => code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
