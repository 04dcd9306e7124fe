/** The desk's look, for a page that loads nothing. */
export const LEARN_STYLE = `
:root{color-scheme:light dark;--desk:light-dark(#eee9df,#0e1117);--sheet:light-dark(#fbf9f4,#151920);--sunk:light-dark(#f4f0e7,#1c212a);
--ink:light-dark(#211d18,#ece6da);--ink2:light-dark(#4c463d,#bfb8aa);--ink3:light-dark(#686055,#989184);--hair:light-dark(#ddd6c8,#2a2f39);
--hair2:light-dark(#bfb6a5,#454c59);--edge:light-dark(#8b8273,#757d8b);--red:light-dark(#ae2a1a,#f37d65);--green:light-dark(#2a6541,#86c79c);
--serif:Charter,"Bitstream Charter","Charis SIL","Iowan Old Style","Source Serif 4","Sitka Text",Cambria,Georgia,serif;
--sans:Inter,-apple-system,BlinkMacSystemFont,"Segoe UI",system-ui,sans-serif;--mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--desk);color:var(--ink);font:15px/23px var(--sans);font-variant-numeric:tabular-nums lining-nums;-webkit-text-size-adjust:100%}
main{max-width:860px;margin:32px auto;background:var(--sheet);padding:36px 48px 48px;border:1px solid var(--hair)}
h1,h2,h3,p,ol,ul,blockquote,figure{margin:0;padding:0}
h1{font:400 30px/36px var(--serif)}
h2{font:italic 400 17px/22px var(--serif);border-top:1px solid var(--hair2);margin:32px 0 4px;padding-top:12px;display:flex;justify-content:space-between;gap:16px}
h2 small{font:400 12px/22px var(--sans);color:var(--ink3)}
h3{font:500 17px/24px var(--serif);overflow-wrap:anywhere}
h3 q{font-style:italic;font-weight:400}
p:not(.meta){max-width:68ch}
.meta,cite,.note{color:var(--ink3);font:400 13px/18px var(--sans)}
.ask{color:var(--red)}
.figures{display:flex;flex-wrap:wrap;gap:8px 36px;margin:20px 0 8px;padding:0;list-style:none}
.figures b{display:block;font:400 32px/38px var(--serif)}.figures span{color:var(--ink3);font:400 13px/18px var(--sans)}
ol.groups{list-style:none;counter-reset:group}
ol.groups>li{counter-increment:group;position:relative;padding:14px 0 14px 36px;border-top:1px solid var(--hair)}
ol.groups>li:first-child,details>ol.groups{border-top:0}
ol.groups>li::before{content:counter(group);position:absolute;left:0;top:16px;width:24px;text-align:right;color:var(--ink3);font:400 13px/20px var(--sans)}
details ol.groups{counter-reset:group var(--from,10)}
blockquote{margin:10px 0 0;padding-left:12px;border-left:2px solid var(--hair2);font:400 15px/21px var(--serif);color:var(--ink2);overflow-wrap:anywhere;white-space:pre-line}
blockquote cite{display:block;font-style:normal;margin-top:2px;white-space:normal}
cite code,.meta code,.place{font:12px/18px var(--mono);overflow-wrap:anywhere}
a{color:inherit;text-decoration-color:var(--hair2);text-underline-offset:3px}a:hover{text-decoration-color:var(--ink)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
details{margin-top:8px}summary{cursor:pointer;color:var(--ink2);font:400 13px/20px var(--sans)}
pre{margin:8px 0 0;padding:8px 10px;background:var(--sunk);font:12px/18px var(--mono);overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
pre del{color:var(--ink3)}pre ins{color:var(--green);text-decoration:none}
ul.lines{list-style:none;margin-top:8px}ul.lines li{padding:6px 0;border-top:1px solid var(--hair)}
svg{display:block;max-width:100%;margin-top:12px}svg text{font:12px/16px var(--sans);fill:var(--ink3)}svg .end{text-anchor:end}
.all{fill:var(--hair2)}.again{fill:var(--ink)}.base{stroke:var(--ink)}.grid{stroke:var(--hair)}.track{fill:var(--hair)}.saved{fill:var(--green)}
.narrow{display:none}
@media(max-width:760px){main{margin:0;border:0;padding:24px 16px 40px}.wide{display:none}.narrow{display:block}ol.groups>li{padding-left:28px}ol.groups>li::before{width:18px}}
@media print{:root{color-scheme:light}body,main{background:#fff}main{margin:0;border:0;padding:0;max-width:none}
li,blockquote,figure{break-inside:avoid}h2,h3{break-after:avoid}details:not([open]){display:none}}
@page{margin:18mm}`;
