/** Storage key: the user to whom the fault alert of this login session was shown. */
export const FAULT_ALERT = 'faultAlert'
