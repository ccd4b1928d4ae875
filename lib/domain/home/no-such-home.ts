/** The fault for requests that name a home that does not exist. */
export const NO_SUCH_HOME = { code: 'no-such-home', message: 'There is no home of this name.' } as const
