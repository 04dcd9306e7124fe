/** Compiles a list of lower-case words and phrases, separated by semicolons, to an expression. */
const listed = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.replaceAll(".", "\\.").replaceAll("'", "['’]").split(";").join("|")})(?![\\p{L}\\p{N}])`,
    "giu",
  );

export const HEDGES = listed(
  "i think;i believe;i guess;i feel;i feel like;in my opinion;perhaps;maybe;possibly;probably;sort of;kind of;somewhat;it seems;seems to;it appears;appears to;i would say;might be;may be;could be;might;we believe;we think;it is possible that;arguably;more or less;hopefully;apparently;potentially;presumably",
);
export const INTENSIFIERS = listed(
  "very;really;extremely;incredibly;absolutely;totally;completely;highly;super;quite;truly;definitely;literally;so much;utterly;hugely;massively;insanely",
);
export const MINIMISERS = listed(
  "just;simply;easily;easy;obviously;of course;clearly;basically;merely;trivial;trivially;straightforward;as you know;actually",
);
export const APOLOGIES = listed(
  "sorry;apologies;apologize;apologise;i apologize;we apologize;we apologise;regret;forgive;excuse me;my bad;pardon",
);
export const BUZZWORDS = listed(
  "best-in-class;world-class;cutting-edge;state-of-the-art;revolutionary;game-changing;game changer;groundbreaking;amazing;awesome;incredible;unparalleled;unmatched;seamless;seamlessly;innovative;next-generation;next-gen;robust;leading;industry-leading;unique;ultimate;perfect;best;fantastic;unbelievable;stunning;synergy;synergies;disruptive;powerful;effortless;effortlessly;supercharge;unleash;elevate;empower;transformative;delve;exciting;thrilled;unprecedented;superb;magical;blazing;blazingly;first-class;holistic",
);
export const ABSOLUTES = listed(
  "always;never;guarantee;guarantees;guaranteed;will;certainly;definitely;every;all;proven;proves;cures;eliminates;prevents;ensures;completely;100 %;100%;no risk;risk-free",
);
export const CAREFUL = listed(
  "may;might;can;could;often;usually;typically;tends to;help;helps;aims to;is designed to;are designed to;in most cases;most;likely;suggests;suggest;up to;generally;appears to;in our tests;for many",
);
export const LEGALESE = listed(
  "hereby;herein;hereto;thereof;therein;thereto;aforementioned;heretofore;pursuant to;notwithstanding;shall;whereas;henceforth;in accordance with;prior to;subsequent to;in the event that;in the event of;with regard to;with respect to;in order to;due to the fact that;at this point in time;for the purpose of;utilize;utilise;utilizes;utilizing;utilization;leverage;leverages;leveraging;facilitate;facilitates;commence;commences;terminate;endeavour;endeavor;ascertain;remuneration;procure;aggregate;sufficient;approximately;additional;additionally;furthermore;moreover;consequently;demonstrate;demonstrates;implement;initiate;obtain;purchase;require;requires;subsequently;assist;assistance;attempt;inform;regarding;numerous;modify;upon;therefore;thus;hence;individuals;methodology;optimal;parameters;going forward;touch base;circle back;low-hanging fruit;actionable;deliverables;bandwidth;onboarding;stakeholders;ideate;learnings",
);
export const BLAME = listed(
  "you failed;you forgot;you did not;you didn't;you have not;you haven't;your mistake;your fault;you should have;you neglected;you entered;you made;you must have;you broke;you can't;you cannot",
);
export const GENDERED = listed(
  "he;she;his;her;him;hers;he or she;his or her;him or her;he/she;his/her;him/her;s/he;chairman;businessman;salesman;salesmen;manpower;man-hours;mankind;guys;fireman;policeman;stewardess;manned;foreman;spokesman;ladies;gentlemen;man",
);
export const NEUTRAL = listed(
  "they;their;them;theirs;themselves;chair;chairperson;businessperson;salesperson;salespeople;staff;staffed;workforce;person-hours;humankind;humanity;everyone;all;folks;people;team;firefighter;police officer;flight attendant;supervisor;spokesperson;person;crew;you;your;colleagues",
);
export const EXCLUSIVE = listed(
  "whitelist;whitelists;whitelisted;whitelisting;blacklist;blacklists;blacklisted;blacklisting;master;masters;slave;slaves;sanity check;dummy;grandfathered;crazy;insane;lame;handicapped;the disabled;the blind;wheelchair-bound",
);
export const INCLUSIVE = listed(
  "allowlist;allowlists;allowlisted;allow list;denylist;denylists;denylisted;deny list;blocklist;block list;main;primary;primaries;leader;replica;replicas;secondary;follower;worker;quick check;confidence check;smoke check;placeholder;sample;legacy;surprising;unexpected;people with disabilities;disabled people;wheelchair user;blind people",
);
export const FILLER_OPENINGS =
  /^\s*(?:i hope (?:this|you|all|everything)|hope (?:this|you|all)|i trust this|i am writing to|i'm writing to|i wanted to (?:reach out|let you know)|just wanted to|great question|good question|that's a great|certainly|sure(?:ly)?[,!.]|of course|absolutely|happy to help|thank you for (?:reaching out|your (?:question|message|email|interest))|thanks for (?:reaching out|your|asking)|as an ai|as a (?:large )?language model|i'd be (?:happy|glad)|here(?:'s| is| are) (?:a|an|the|your|some)|in (?:today's|this day)|in this (?:article|document|report|section|post)|it is (?:worth|important)|needless to say|as (?:you know|we all know|mentioned)|okay[,!]|ok[,!]|alright|well,|let me|allow me|welcome to|the purpose of this|this (?:email|document|report|message) (?:is|aims|describes))/im;
export const NOTE_OPENERS = listed(
  "please note that;note that;it is important to note that;it's important to note that;it should be noted that;it is worth noting that;it's worth noting that;be advised that;keep in mind that;bear in mind that;as mentioned above;as mentioned;as stated above;it is worth mentioning that;in conclusion;to summarize;to sum up;in summary;overall",
);
export const CLOSINGS =
  /(?:let (?:me|us) know if|feel free to|don['’]t hesitate|do not hesitate|i hope (?:this|that) helps|hope (?:this|that) helps|please reach out|reach out (?:to us )?(?:if|any)|is there anything else|happy to (?:help|answer|assist)|if you have any (?:further |other |more )?questions|looking forward|look forward|we['’]re here to help|would you like me to|should you (?:have|need)|anything else i can)/gi;
export const SIGN_OFFS =
  /^\s*(?:(?:best|kind|warm|kindest|warmest) (?:regards|wishes)|regards|best|cheers|sincerely|yours (?:sincerely|faithfully|truly)|thanks|thank you|many thanks|all the best|take care|respectfully|cordially|your .{1,30} team|the .{1,30} team|love)\b[^\n]{0,40}$/gim;
export const GREETINGS =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|greetings|hiya|howdy|yo)\b/gi;
export const FORMAL_GREETING = /^\s*(?:dear|good (?:morning|afternoon|evening)|hello|to whom)\b/i;
export const CASUAL_GREETING = /^\s*(?:hi|hey|hiya|howdy|yo|heya|sup)\b/i;
export const NAMED_GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thanks|thank you|welcome)(?: back)?,? (?!(?:There|All|Team|Customer|Sir|Madam|User|Everyone|Folks|Friend|Valued|Client|Guest|Member|Colleague|Subscriber|I|We|The|You|Your|Thank|This|Our|For)\b)(?:(?:mr|mrs|ms|dr|prof)\.? )?(?:\p{Lu}\p{Ll}+|[{[<]+ ?\w*name\w* ?[}\]>]+)/iu;
export const ANONYMOUS_GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))(?:,? (?:there|all|team|customer|valued customer|sir|madam|sir or madam|sir\/madam|user|everyone|folks|friend|client|guest|member))?\s*[,!.:\n]|^\s*to whom it may concern|^(?!\s*(?:hi|hello|hey|dear)\b)/i;
export const POLITE = listed("please;kindly;thank you;thanks;we appreciate;would you mind;could you");
export const SLANG = listed(
  "gonna;wanna;gotta;kinda;sorta;yeah;yep;nope;cool;awesome;guys;stuff;things;tons of;a bunch of;lots of;asap;fyi;btw;lol;hey;hi there;no worries;super;folks;dude;crap;sucks;ok;okay;cheers;yup;thx;pls;u;ur;gimme;dunno;ain't;get rid of;mess up;messed up;a lot of;kids;huge;figure out;nuke",
);
export const PLACEHOLDERS =
  /\[(?:insert |your |the )?[\p{L}][\p{L} _-]{1,30}\](?!\()|<(?:insert |your )[\p{L} _-]{1,30}>|\{\{? ?[\p{L}_ ]{2,30} ?\}?\}|\bTBD\b|\bTBA\b|\bTBC\b|\bX{2,}\b|\blorem ipsum\b|_{3,}|\?{3,}/giu;
export const CLICK_HERE =
  /\bclick (?:here|this|the link|on (?:this|the link)|below)\b|\b(?:found|available|see|read|look|go|download|more|info|information|details|details are|it) here\b|(?<=[[>])(?:here|this|link|this link|more|read more|learn more|see more)(?=[\]<])|^(?:here|learn more|read more|more|link|this page|this link|see more|submit|ok|okay|yes|go|confirm|continue|done|next|send|more info(?:rmation)?) ?[.!>»→]{0,3}$|\bhere(?=[.!]?$)|\bthis link\b|\bfollow the link\b/gim;
export const EMOTIVE = listed(
  "horrible;shocking;shockingly;tragic;tragically;senseless;terrible;terribly;awful;outrageous;disgusting;heartbreaking;devastating;sensational;scandalous;disastrous;disgraceful;ridiculous;absurd;brutal;cruel;evil;heroic;brilliant;wonderful;beautiful;lovely;delightful;sadly;unfortunately;thankfully;fortunately;luckily;stunningly;infamous;notorious;so-called;pathetic;stupid;idiotic;insane;dreadful;appalling;remarkable;impressive;alarming;frightening;catastrophic",
);
export const WEAK_OPENERS = listed(
  "responsible for;was responsible for;in charge of;was in charge of;duties included;tasked with;was tasked with;worked on;helped with;helped to;assisted with;assisted in;involved in;was involved in;participated in;part of a team that;handled",
);
export const ABBREVIATIONS = listed(
  "config;configs;docs;doc;info;env;vars;repo;repos;dev;prod;admin;auth;db;msg;dept;mgmt;approx;min;max;temp;qty;appt;mgr;govt;intl;assoc;corp;est;hrs;mins;secs;wk;wks;yr;yrs;mo;avg;no;ref;spec;specs;stats;sync;params;param;args;func;impl;init;prefs;app;apps;bldg;st;ave;rd;tel;incl;excl;misc;tech;demo;promo;reg;req;reqs;resp;w;pkg;lib;libs;ops;infra;perf;sec;acct;amt;inv;pmt;pls;thx;ppl;tmrw;mtg;vs",
);
