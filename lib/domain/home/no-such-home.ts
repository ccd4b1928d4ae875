/** The fault of every request that names a home which is not there. */
export const NO_SUCH_HOME = { code: 'no-such-home', message: 'There is no home of this name.' } as const
