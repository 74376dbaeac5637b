/* Undo, two hundred steps back: the drafts before this one, newest last. Only looking around is not a step. */

const MOST = 200;

export const begin = (draft) => ({ now: draft, past: [] });
export const step = (history, draft) =>
  draft === history.now ? history : { now: draft, past: [...history.past, history.now].slice(-MOST) };
export const canUndo = (history) => history.past.length > 0;
export const undo = (history) =>
  canUndo(history) ? { now: history.past.at(-1), past: history.past.slice(0, -1) } : history;
