// Declarations of the viewer's scripts (tools/treeview/page), which the page loads first.

declare module '*.rs' {
  const text: string;
  export default text;
}

declare const Log: any;
declare const Tree: any;
declare const Words: any;
declare const Diagram: any;
declare const Board: any;
declare const Position: any;
declare const Pane: any;
declare const Replay: any;
declare const BETA_CUT: number;
declare const FIGURINES: Record<string, string>;
declare const ratioWords: (first: number, second: number) => string;
declare const element: (tag: string, attributes?: Record<string, unknown>, ...children: unknown[]) => any;
declare const button: (label: string, text: string, onclick: () => void, extra?: Record<string, unknown>) => any;
declare const plural: (count: number, noun: string) => string;
declare const capitalised: (text: string) => string;
declare const isTaken: (event: KeyboardEvent) => boolean;
declare const Flag: Record<string, number>;
declare const INFINITE: number;
declare const MATE: number;
declare const MAX_PLY: number;
declare const Role: Record<string, number>;
interface Window { course: any }
